layout L
unit m, s
demand v : m / s^2 in [-inf, 1e3]
demand n : count m / s in [0, inf]
demand w : 1 / (m * s)^-1
let p = -a ^ 2 * (b + c) / d - 4 m and not not (q) or --a
let q = and(a, b) * or(c) + f() + margin(ability = a, demand = b, steepness = .5)
link f(a, b = 1) = a - b ^ -a
