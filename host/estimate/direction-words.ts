/** Directions in words: which latents change together, and by how much each, on the layout's own scale. */
import { listedNames, quoted, threeDigits } from '../diagnose/wording.ts';
import type { LatentParameter } from '../parameters.ts';

/** A parameter is not named if its relative change is less than this share of the largest. */
const NAMED = 0.01;

export interface NamedDirection {
  /** The parameters that change, the one that changes most first. */
  readonly names: readonly string[];
  /** `` `a` rises by 1 m and `b` falls by 0.5 m ``; for a single one `` `a` rises ``. */
  readonly words: string;
  /** Whether the first of them rises. */
  readonly rises: boolean;
}

/**
 * @param moves the change of each parameter on its own scale, in its unit
 * @param shares the same on the unconstrained scale, where units do not matter
 */
export function nameDirection(
  parameters: readonly LatentParameter[],
  moves: ArrayLike<number>,
  shares: ArrayLike<number>,
): NamedDirection {
  const most = Math.max(...Array.from(shares, Math.abs));
  const named = parameters
    .map((parameter, k) => ({ parameter, move: moves[k]!, share: Math.abs(shares[k]!) }))
    .filter(({ share, move }) => share > NAMED * most && move !== 0)
    .sort((a, b) => b.share - a.share);
  const names = named.map(({ parameter }) => parameter.name);
  const [first] = named;
  if (first === undefined) return { names, words: '', rises: true };
  const rises = first.move > 0;
  const verb = (move: number) => (move > 0 ? 'rises' : 'falls');
  if (named.length === 1) return { names, words: `${quoted(names[0]!)} ${verb(first.move)}`, rises };
  const unit = Math.abs(first.move);
  const words = named.map(({ parameter, move }) => {
    const amount = threeDigits(Math.abs(move) / unit);
    const measure = parameter.latent.isProbability ? '' : parameter.latent.unit;
    return `${quoted(parameter.name)} ${verb(move)} by ${amount}${measure === '' ? '' : ` ${measure}`}`;
  });
  return { names, words: listedNames(words), rises };
}
