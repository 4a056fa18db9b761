/** Draws outcomes of each distribution, from what the distribution is defined by rather than from its density. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export class Simulator {
  readonly #generator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** In (0, 1). */
  uniform(): number {
    return uniformFloat64(this.#generator) + Number.EPSILON / 4;
  }

  bernoulli(p: number): number {
    return this.uniform() < p ? 1 : 0;
  }

  binomial(n: number, p: number): number {
    return Array.from({ length: n }, () => this.bernoulli(p)).reduce((sum, success) => sum + success, 0);
  }

  /** Box & Muller (1958), Annals of Mathematical Statistics 29, 610–611. */
  normal(mean = 0, sd = 1): number {
    const radius = Math.sqrt(-2 * Math.log(this.uniform()));
    return mean + sd * radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Of scale 1. Marsaglia & Tsang (2000), ACM Transactions on Mathematical Software 26, 363–372. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * this.uniform() ** (1 / shape);
    const d = shape - 1 / 3;
    for (;;) {
      const z = this.normal();
      const v = (1 + z / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(this.uniform()) < z * z * 0.5 + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  beta(a: number, b: number): number {
    const x = this.gamma(a);
    return x / (x + this.gamma(b));
  }

  /** A normal whose variance is drawn: nu over a chi-squared of nu degrees of freedom. */
  studentT(nu: number, mu: number, sigma: number): number {
    return mu + sigma * this.normal() * Math.sqrt(nu / (2 * this.gamma(nu / 2)));
  }

  /** How many waiting times of mean 1 fit into one of `rate`. */
  poisson(rate: number): number {
    let count = 0;
    let time = -Math.log(this.uniform());
    while (time < rate) {
      count++;
      time -= Math.log(this.uniform());
    }
    return count;
  }

  /** One more than the cut points below a logistic variable about eta. */
  ordered(eta: number, cuts: readonly number[]): number {
    const u = this.uniform();
    const latent = eta + Math.log(u / (1 - u));
    return 1 + cuts.filter((cut) => latent > cut).length;
  }

  /** A value from 1 on, as often as its weight says. */
  among(weights: readonly number[]): number {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let left = this.uniform() * total;
    return (
      1 +
      weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      })
    );
  }
}
