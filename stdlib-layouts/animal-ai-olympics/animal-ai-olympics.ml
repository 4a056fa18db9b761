/// Simple goal-directed tasks of the Animal-AI Olympics: Table 11 of Bayesian triangulation (appendix F).
layout AnimalAiOlympics

unit distance, size

/// How small the reward is: 0 is the largest.
demand rewardSize     : size in [0, 1.9]
/// From the start to the reward, as the crow flies.
demand rewardDistance : distance in [0, 5.3]
/// Where the reward comes from: in front of the agent (0), from a side (0.5) or behind it (1).
demand rewardBehind   in {0, 0.5, 1}
/// The reward is to the left (-1), straight ahead or behind (0), or to the right (1).
demand xPos           in {-1, 0, 1}

capability navigationAbility : distance ~ scaled_beta(1, 1, 0, 5.3)
capability visualAbility     : size ~ scaled_beta(1, 1, 0, 1.9)
/// Makes rewards on the right easier to reach by this distance, and those on the left harder.
bias       rightLeftBias     : distance ~ normal(0, 1)
robustness noiseLevel        : probability ~ uniform(0, 1)

let navigationP = margin(navigationAbility + rightLeftBias * xPos,
                         rewardDistance * (rewardBehind / 2 + 1), steepness = 1 / 1 distance)
let visualP     = margin(visualAbility, rewardSize, steepness = 1 / 1 size)

observe success ~ bernoulli(mix(noiseLevel, navigationP and visualP, 1 - mean(success)))
