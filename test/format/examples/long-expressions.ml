layout L
let fits = presence(rampAbility, ramp) and presence(platformAbility, platform) and presence(lava, x)

let below =
  presence(rampAbility, ramp) and presence(platformAbility, platform) and presence(lava, x)

let chain  = presence(rampAbility, ramp) and presence(platformAbility, platform)
             and presence(lavaAbility, lava) and flatNavP
let mixed  = aaaaaaaaaaaaaaaaaaaaaaa and bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
             and ccccccccccccccccccccccccccccc
             or dddddddddddddddddddddddddd and eeeeeeeeeeeeeeeeeee + 2
let call   = margin(anAbilityWithALongName + anotherAbilityWithALongName,
                    aDemandWithALongName * anotherDemandWithALongName, steepness = 2 / aScale)
             and other
let broken = margin(ability, height)

link aFunctionOfALongName(ability, demand, anotherParameter, steepness = 1, ceiling = 0.98) =
  mix(ceiling, logistic(steepness * (ability - demand)),
      logistic(anotherParameter * (ability - demand)))
observe success ~
  bernoulli(downscale(slip, sees and unblurs and denoises and straightens and discerns and spells))
