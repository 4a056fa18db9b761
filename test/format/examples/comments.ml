// First of all.

/* A block
   of two lines. */
layout L // the layout
unit m /// documents nothing
let p = a
        + // behind
        b
        // alone
        - c /* within */ * d
let q = margin(a, // the ability
               b /* the demand */
               , /* not too steep */ 2 // steepness
               )
let r /* a name */ = // its value
  3

demand x  : m    // how far
demand yy : flag // whether it is
demand z  : count
// the last
observe y ~ bernoulli(p) /* one */ /* two
  lines */
// three
