/**
 * Finds latents that can stand in for one another: chains that mix badly often wander along a line on which no answer changes,
 * such as a shift of all abilities and all difficulties together.
 */
import { calledName } from '../../module/called-name.ts';
import type { Manifest, ManifestLatent } from '../../module/manifest.ts';
import type { Chains } from '../../statistics/chains.ts';
import { convergence } from '../../statistics/convergence.ts';
import { correlation, mean, variance } from '../../statistics/moments.ts';
import { namesRead } from '../parameters.ts';
import type { ParameterDraws } from './summarise.ts';
import { EFFECTIVE_DRAWS_CAUTION, R_HAT_CAUTION, RIDGE_CORRELATION } from './thresholds.ts';
import { quoted } from './wording.ts';

/** What a latent is like as a whole: its mean over the levels, or how far they are apart, in its own scale or in logarithms. */
interface Whole {
  readonly latent: ManifestLatent;
  readonly part: 'place' | 'spread';
  readonly isLogarithm: boolean;
  readonly chains: Chains;
}

/** A line along which chains wander. */
export interface Ridge {
  /** The two latents, which no prior connects. */
  readonly latents: readonly [string, string];
  /** What was found, in a whole sentence. */
  readonly message: string;
  /** What to write, in whole sentences. */
  readonly remedy: string;
}

/**
 * The line along which slow chains wander: two latents of which the one says where the other is, and neither of which is in
 * the prior of the other. Null if there is none.
 *
 * @param sampled the draws of the sampled parameters
 */
export function ridgeOf(manifest: Manifest, sampled: readonly ParameterDraws[]): Ridge | null {
  const slow = manifest.latents
    .flatMap((latent) => wholesOf(latent, drawsOf(latent, sampled)))
    .filter(isSlow);
  let best: { readonly pair: readonly [Whole, Whole]; readonly r: number } | null = null;
  for (const [i, one] of slow.entries()) {
    for (const other of slow.slice(i + 1)) {
      if (areConnected(one.latent, other.latent)) continue;
      const r = correlation(movements(one.chains), movements(other.chains));
      if (r !== null && Math.abs(r) >= RIDGE_CORRELATION && Math.abs(r) > Math.abs(best?.r ?? 0))
        best = { pair: [one, other], r };
    }
  }
  return best === null ? null : described(best.pair, best.r);
}

/** The draws of a latent's values. */
function drawsOf({ name, index }: ManifestLatent, sampled: readonly ParameterDraws[]): readonly Chains[] {
  const [base, ...values] = name.split('.');
  const end = values.length === 0 ? ']' : `, ${values.join(', ')}]`;
  const isOwn = (called: string) =>
    index === undefined ? called === calledName(name) : called.startsWith(`${base}[`) && called.endsWith(end);
  return sampled.filter((each) => isOwn(each.name)).map(({ chains }) => chains);
}

function wholesOf(latent: ManifestLatent, levels: readonly Chains[]): Whole[] {
  const [first] = levels;
  if (first === undefined) return [];
  const { lo, hi } = latent.support ?? {};
  const isLogarithm = lo === 0 && hi === undefined;
  const perDraw = (statistic: (values: Float64Array) => number): Chains =>
    first.map((chain, which) =>
      chain.map((_, draw) =>
        statistic(
          Float64Array.from(levels, (level) => {
            const value = level[which]![draw]!;
            return isLogarithm ? Math.log(value) : value;
          }),
        ),
      ),
    );
  const place: Whole = { latent, part: 'place', isLogarithm, chains: perDraw(mean) };
  if (levels.length < 3) return [place];
  return [
    place,
    { latent, part: 'spread', isLogarithm, chains: perDraw((x) => 0.5 * Math.log(variance(x))) },
  ];
}

function isSlow({ chains }: Whole): boolean {
  const { rhat, essBulk } = convergence(chains);
  if (rhat === null || essBulk === null) return false;
  return rhat > R_HAT_CAUTION || essBulk < EFFECTIVE_DRAWS_CAUTION * chains.length;
}

/** Whether it is one latent, or the prior of one reads the other: then they go together whatever the rows say. */
function areConnected(one: ManifestLatent, other: ManifestLatent): boolean {
  return one === other || namesRead(one).includes(other.name) || namesRead(other).includes(one.name);
}

/** How the draws of each chain move around its own mean: on a ridge they move along it, and between two modes they do not. */
function movements(chains: Chains): Float64Array {
  return Float64Array.from(
    chains.flatMap((chain) => {
      const middle = mean(chain);
      return Array.from(chain, (value) => value - middle);
    }),
  );
}

function described(pair: readonly [Whole, Whole], r: number): Ridge {
  const [one, other] = pair;
  const names = [quoted(one.latent.name), quoted(other.latent.name)] as const;
  const how = r > 0 ? 'rise and fall together' : 'move in opposite directions';
  return {
    latents: [one.latent.name, other.latent.name],
    message: `The rows do not tell ${names[0]} and ${names[1]} apart: ${phrase(one)} and ${phrase(other)} ${how} (correlation ${correlationText(r)}), and the chains wander along this line.`,
    remedy: remedyFor(pair),
  };
}

/** Three digits, without rounding to 1. */
function correlationText(r: number): string {
  const digits = Math.abs(r) < 0.9995 ? r.toFixed(3) : '0.999';
  return r < 0 ? digits.replace(/^-?/, '-') : digits;
}

function phrase({ latent, part, isLogarithm }: Whole): string {
  const name = quoted(latent.name);
  if (part === 'spread') return `the spread of ${name}`;
  const what = isLogarithm ? `the logarithm of ${name}` : name;
  return latent.index === undefined
    ? what
    : isLogarithm
      ? `the mean logarithm of ${name}`
      : `the mean of ${name}`;
}

function remedyFor(pair: readonly [Whole, Whole]): string {
  const anchor = anchored(pair);
  if (anchor === null)
    return 'Give one of them a narrow prior, or add rows in which the two make a different difference.';
  const { latent, part, isLogarithm } = anchor;
  const declared = `${latent.role} ${latent.name}[${latent.index}]`;
  if (part === 'spread')
    return `Give the scale a unit: let ${quoted(latent.name)} have a spread of 1, as in ${quoted(`${declared} ~ normal(0, 1)`)}.`;
  const prior = isLogarithm
    ? 'lognormal(median = 1, spread = apart)'
    : `normal(0, apart)${maySumToZero(latent) ? ' sum to zero' : ''}`;
  return isLogarithm
    ? `Give the scale a unit: let ${quoted(latent.name)} be typically 1, as in ${quoted(`${declared} ~ ${prior}`)} with ${quoted('param apart ~ half_normal(0.5)')}.`
    : `Anchor ${quoted(`${latent.name}[${latent.index}]`)} at 0, so that only the other has a place of its own: ${quoted(`${declared} ~ ${prior}`)} with ${quoted('param apart ~ half_normal(1)')}.`;
}

/** Whether its prior may be one of levels that sum to zero: not among pairs, and without another clause. */
function maySumToZero({ index, prior }: ManifestLatent): boolean {
  return index !== undefined && !index.includes('.') && !/\b(correlated|ordered|previous)\b/.test(prior);
}

/** What to fix: the place of a latent with levels, rather not of an ability, which then has the place that the rows say. */
function anchored(pair: readonly [Whole, Whole]): Whole | null {
  const indexed = pair.filter(({ latent }) => latent.index !== undefined);
  const rank = ({ part, latent }: Whole) => (part === 'place' ? 0 : 2) + (latent.role === 'param' ? 0 : 1);
  return [...indexed].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}
