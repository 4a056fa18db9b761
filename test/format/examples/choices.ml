layout L
let short = choose k { a: 1, b: 2 }
capability climb : m ~ choose prior {
  wide: half_normal(max(height)),
  narrow: half_normal(max(height) / 2),
  flat: uniform(0, 1.2)
} in [0, 10]
let inside    = mix(choose w { a: 0.1, b: 0.2 }, p,
                    choose aNameThatIsRatherLong {
                      theFirstAlternative: 0.1,
                      theSecondAlternative: 0.2
                    })
let commented = choose k { // what it is
  a: 1, // the first
  // before the second
  b: 2
  /* after it */
}
