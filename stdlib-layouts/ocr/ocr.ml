/// What an optical character recogniser can read: one tolerance a demand of the image.
layout Ocr

unit px, deg, grey

/// Height of the letters.
demand height_px    : px in [1, 200]
/// Radius of the Gaussian blur.
demand blur_px      : px in [0, 20]
/// Standard deviation of the noise added to each pixel.
demand noise_sd     : grey in [0, 255]
/// How far the word is turned from the horizontal, either way.
demand rotation_deg : deg in [0, 90]
/// Grey level of the ink on white (255) paper.
demand ink_grey     : grey in [0, 255]
/// The letters form no word.
demand nonword      : flag

/// Reads letters half the time at a height of 1 / acuity pixels.
capability acuity            : 1 / px ~ uniform(0, 0.25)
/// Reads half of the words under this blur.
capability blurTolerance     : px ~ uniform(0, 6)
/// Reads half of the words under this noise.
capability noiseTolerance    : grey ~ uniform(0, 150)
/// Reads half of the words that are turned so far.
capability rotationTolerance : deg ~ uniform(0, 35)
/// Reads half of the words in ink as light as this.
capability faintTolerance    : grey ~ uniform(0, 300)
/// Probability of reading letters that form no word.
capability spelling          : probability ~ uniform(0, 1)
/// Probability of failing whatever the demands.
robustness slip              : probability ~ beta(1, 9)

let sees        = log_margin(acuity, 1 / height_px, 6)
let unblurs     = margin(blurTolerance, blur_px, 2.5)
let denoises    = margin(noiseTolerance, noise_sd, 0.15)
let straightens = margin(rotationTolerance, rotation_deg, 0.5)
let discerns    = margin(faintTolerance, ink_grey, 0.05)
let spells      = presence(spelling, nonword)

observe read ~
  bernoulli(downscale(slip, sees and unblurs and denoises and straightens and discerns and spells))
