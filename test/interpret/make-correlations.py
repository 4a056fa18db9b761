#!/usr/bin/env python3
"""Write correlations.json: densities of correlated latents, by SciPy and from determinants.

Usage: make-correlations.py > correlations.json
Needs SciPy 1.17 and mpmath 1.3.

The density of a correlation matrix R is det(R)^(shape - 1) / c (Lewandowski, Kurowicka & Joe 2009). Its constant c is theirs
(equation 16), and in two and three dimensions it is held here to the integral over all matrices. Partial correlations come from
inverses, and the density of these from that of R by the determinant of the derivative, differenced with 60 digits.
"""
import json, math
import mpmath as mp
import numpy as np
from scipy import integrate
from scipy.stats import multivariate_normal

mp.mp.dps = 60

MATRICES = {
    2: [[1, 0.45], [0.45, 1]],
    3: [[1, 0.7, 0.3], [0.7, 1, -0.2], [0.3, -0.2, 1]],
    4: [[1, 0.5, 0.3, -0.6], [0.5, 1, 0.2, -0.1], [0.3, 0.2, 1, 0.25], [-0.6, -0.1, 0.25, 1]],
}
SHAPES = [0.5, 1, 2, 7.5]
LEVELS = {
    2: [[0.4, -1.2], [1.5, 2.5]],
    3: [[0.4, -1.2, 0.1], [1.5, 2.5, -2]],
    4: [[0.4, -1.2, 0.1, 3], [1.5, 2.5, -2, 0.25]],
}
MEANS = [0.5, -0.25, 0, 1]
SCALES = [1.5, 0.5, 2, 0.75]


def log_constant(d, shape):
    total = mp.mpf(0)
    for k in range(1, d):
        half = shape + mp.mpf(d - k - 1) / 2
        total += (d - k) * ((2 * shape - 2 + d - k) * mp.log(2) + mp.log(mp.beta(half, half)))
    return total


def log_density(matrix, shape):
    return (shape - 1) * mp.log(mp.det(matrix)) - log_constant(matrix.rows, shape)


def partial(matrix, j, k):
    """Of j and k given those before j."""
    among = list(range(j)) + [j, k]
    inverse = mp.matrix([[matrix[a, b] for b in among] for a in among]) ** -1
    return -inverse[j, j + 1] / mp.sqrt(inverse[j, j] * inverse[j + 1, j + 1])


def check_constants():
    for shape in SHAPES:
        whole = integrate.quad(lambda r: (1 - r * r) ** (shape - 1), -1, 1)[0]
        assert abs(math.log(whole) - log_constant(2, shape)) < 1e-6
    for shape in (1, 2, 3):
        def inner(z, a, b):
            c = z * math.sqrt((1 - a * a) * (1 - b * b)) + a * b
            det = 1 + 2 * a * b * c - a * a - b * b - c * c
            return det ** (shape - 1) * math.sqrt((1 - a * a) * (1 - b * b))
        whole = integrate.tplquad(inner, -1, 1, -1, 1, -1, 1, epsabs=1e-7, epsrel=1e-7)[0]
        assert abs(math.log(whole) - log_constant(3, shape)) < 1e-4


def case(d, shape):
    rows = MATRICES[d]
    exact = mp.matrix([[mp.mpf(repr(x)) for x in row] for row in rows])
    places = [(k, j) for k in range(d) for j in range(k)]
    step = mp.mpf(10) ** -20
    derivative = mp.matrix(len(places))
    for column, (a, b) in enumerate(places):
        moved = []
        for sign in (1, -1):
            near = exact.copy()
            near[a, b] += sign * step
            near[b, a] += sign * step
            moved.append([partial(near, j, k) for k, j in places])
        for row in range(len(places)):
            derivative[row, column] = (moved[0][row] - moved[1][row]) / (2 * step)
    shape = mp.mpf(repr(shape))
    covariance = np.array(rows) * np.outer(SCALES[:d], SCALES[:d])
    return {
        "shape": float(shape),
        "matrix": rows,
        "partials": [[float(partial(exact, j, k)) for j in range(k)] for k in range(d)],
        "logPartials": float(log_density(exact, shape) - mp.log(abs(mp.det(derivative)))),
        "means": MEANS[:d],
        "scales": SCALES[:d],
        "levels": LEVELS[d],
        "logNormals": [float(multivariate_normal(MEANS[:d], covariance).logpdf(x)) for x in LEVELS[d]],
    }


check_constants()
print(json.dumps([case(d, shape) for d in MATRICES for shape in SHAPES], indent=1))
