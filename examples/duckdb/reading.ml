/// How well an engine reads letters that are small or blurred.
layout Reading

unit px

/// Height of the letters.
demand height : px in [1, 200]
/// Radius of the Gaussian blur.
demand blur   : px in [0, 20]

/// Reads letters of a height of 1 / acuity pixels half the time.
capability acuity        : 1 / px ~ uniform(0, 0.25)
/// Reads letters under this blur half the time.
capability blurTolerance : px ~ uniform(0, 6)
robustness slip          : probability ~ beta(1, 9)

let sees    = log_margin(acuity, 1 / height, steepness = 6)
let unblurs = margin(blurTolerance, blur, steepness = 2.5 / 1 px)

observe read ~ bernoulli(downscale(slip, sees and unblurs))
