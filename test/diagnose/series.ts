/** The fixed series that the reference values were computed for; make-reference.py makes the same, bit for bit. */

/** Park & Miller's (1988) generator with Park, Miller & Stockmeyer's (1993) multiplier: numbers in (0, 1). */
export function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** `count` chains of `draws`, each made by `next`, a new one a chain; only + - * / so that Python makes the same. */
function chainsOf(count: number, draws: number, start: (chain: number) => () => number): Float64Array[] {
  return Array.from({ length: count }, (_, chain) => {
    const next = start(chain);
    return Float64Array.from({ length: draws }, next);
  });
}

/** A stationary-looking autoregression of order one with innovations of variance 1/3. */
export function autoregression(seed: number, correlation: number): () => number {
  const uniform = uniforms(seed);
  let state = 0;
  return () => {
    state = correlation * state + (uniform() + uniform() + uniform() + uniform() - 2);
    return state;
  };
}

function heavyTailed(seed: number): () => number {
  const uniform = uniforms(seed);
  return () => {
    const numerator = uniform() - 0.5;
    const denominator = uniform();
    return numerator / (denominator * denominator + 1e-6);
  };
}

function transformed(next: () => number, transform: (value: number) => number): () => number {
  return () => transform(next());
}

export const series: Readonly<Record<string, Float64Array[]>> = {
  mixing: chainsOf(4, 1000, (c) => autoregression(11 + c, 0.6)),
  long: chainsOf(4, 10_000, (c) => autoregression(911 + c, 0.9)),
  slow: chainsOf(4, 500, (c) => autoregression(21 + c, 0.98)),
  bimodal: chainsOf(4, 500, (c) => transformed(autoregression(31 + c, 0.3), (x) => (c === 3 ? x + 6 : x))),
  heavy: chainsOf(4, 400, (c) => heavyTailed(41 + c)),
  antithetic: chainsOf(4, 400, (c) => autoregression(51 + c, -0.7)),
  unequalSpread: chainsOf(4, 300, (c) =>
    transformed(autoregression(61 + c, 0.2), (x) => (c === 0 ? x * 4 : x)),
  ),
  tied: chainsOf(4, 250, (c) => transformed(autoregression(71 + c, 0.5), (x) => Math.floor(x * 2) / 2)),
  offset: chainsOf(4, 200, (c) => transformed(autoregression(81 + c, 0.5), (x) => 1000 + x * 0.001)),
  oddLength: chainsOf(2, 101, (c) => autoregression(91 + c, 0.4)),
  short: chainsOf(3, 13, (c) => autoregression(101 + c, 0.1)),
  single: chainsOf(1, 200, (c) => autoregression(111 + c, 0.5)),
};
