/** Layouts as somebody typed them, each for a rule of how layouts are laid out; `examples/` holds how they come out. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'columns of a group': `layout L
unit s,position,m
unit   minute=60s
unit kmh  =0.27778 m/s
/// Documentation does not break a group.
demand timeUnderOcclusion:s in[0,4]
// Nor does a comment.
demand numPositions :position in [1,11]
demand side in{-1,0,1} missing=0
demand dark,slippery : flag
demand occluder,lava,platform,ramp : flag

demand after : flag missing=1
demand gone missing = -1
capability memory : s~uniform(0,4.4)
bias lean:m ~normal(0,1)
param h~ half_normal(1) in [0,inf]
robustness a, b : probability ~ beta(1,1)
let p=margin(memory,timeUnderOcclusion)
let reaches=1
observe success~bernoulli(p)
observe time:s~normal(memory,1)
report least:s=memory-1 s
report of[person]=2*theta[person]
`,
  'operators and signs': `layout L
unit m,s
demand v:m/s^2 in [-inf,1e3]
demand n:count  m/s in[0,inf]
demand w : 1/( m*s )^-1
let p=-a^2*(b+c)/d-4m and not not(q) or - -a
let q=and(a,b)*or(c)+f( )+margin(ability=a,demand=b,steepness=.5)
link f(a,b=1)=a-b^-a
`,
  'long expressions': `layout L
let fits = presence(rampAbility, ramp) and presence(platformAbility, platform) and presence(lava, x)

let below = presence(rampAbility, ramp) and presence(platformAbility, platform) and presence(lava, x)

let chain = presence(rampAbility, ramp) and presence(platformAbility, platform) and presence(lavaAbility, lava) and flatNavP
let mixed = aaaaaaaaaaaaaaaaaaaaaaa and bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb and ccccccccccccccccccccccccccccc or dddddddddddddddddddddddddd and eeeeeeeeeeeeeeeeeee + 2
let call = margin(anAbilityWithALongName + anotherAbilityWithALongName, aDemandWithALongName * anotherDemandWithALongName, steepness = 2 / aScale) and other
let broken = margin(
  ability,
  height
)

link aFunctionOfALongName(ability, demand, anotherParameter, steepness = 1, ceiling = 0.98) = mix(ceiling, logistic(steepness * (ability - demand)), logistic(anotherParameter * (ability - demand)))
observe success ~ bernoulli(downscale(slip, sees and unblurs and denoises and straightens and discerns and spells))
`,
  'long lists': `layout L
demand aLongNameForADemand, anotherLongNameForADemand, yetAnotherLongNameForADemand, andTheLast : flag
demand set in {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34}
`,
  'a keyword that cannot begin a line': `layout L
link aFunction(ability, demand) = margin(ability * ability * ability * ability * ability * ability * ability, demand) - 1
link anotherFunction(ability, demand, aParameterWithALongName, anotherParameterWithALongName, ability2) = demand + ability
`,
  choices: `layout L
let short=choose k{a:1,b:2}
capability climb : m ~ choose prior{wide:half_normal(max(height)),narrow:half_normal(max(height)/2),flat:uniform(0,1.2)} in [0,10]
let inside = mix(choose w{a:0.1,b:0.2}, p, choose aNameThatIsRatherLong{theFirstAlternative:0.1,theSecondAlternative:0.2})
let commented = choose k { // what it is
  a : 1 , // the first
  // before the second
  b:2
  /* after it */
}
`,
  comments: `

// First of all.


/* A block
   of two lines. */ layout L // the layout
unit m /// documents nothing
let p=a+ // behind
b
// alone

  -c /* within */*d
let q = margin(a, // the ability
  b /* the demand */
  , /* not too steep */ 2 // steepness
  )
let r /* a name */ = // its value
  3

demand x:m // how far
demand yy:flag      // whether it is
demand z:count
// the last
observe y~bernoulli(p) /* one */ /* two
  lines */ // three
`,
  'levels of categories': `layout L
category person ,item
category task in family
category model=left ,right in{a,"b c"}
demand compute [ model ]:FLOP in[0,inf]
category step in{base,tuned , "v1.9",-2}
category checkpoint  ordered   by tokens
category ordered in by ordered by by
capability theta[ person ]:probability~beta( 1,1 )
capability skill [person]~normal( mu,sd )noncentred
bias b[item]~normal(0,1)centred
capability  verbal[person],spatial[person]~normal(0,1)correlated  lkj( 2 )noncentred
param hard[item]~normal(0,sd)sum  to zero
param aVeryLongNameOfALatentThatHasLevels[item],anotherLongNameOfALatentThatHasLevels[item]~normal(0,sd)
  sum to zero noncentred
param sd~half_normal(1)
let p=logistic(skill[person]-b [item])and theta[person]
dimension  kind=verbal ,spatial
demand level[kind]in[0,5]
let q=all kind : margin(theta[ person,kind ],level [kind])and p
let r=(sum kind :theta[person,kind])+1
`,
  'clauses of outcomes': `layout L
demand weight in [0,inf]
demand n:count
demand stopped : flag
observe y~bernoulli(p)weight weight
observe time:s~lognormal(log(reach/s),spread)censored where not stopped   count n
observe seconds:s~lognormal(log((reach + 2 * distance) / s), spread) censored below 2s+1s above 10 s
  weight weight
observe z~normal(0,1) // one
  censored to n // two
observe t:s~lognormal(0,1)in[ 0.1s,limit ]weight w
observe right ,time:s~wiener(boundary,delay,0.5,drift )
`,
};
