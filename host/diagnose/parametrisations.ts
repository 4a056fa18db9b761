/** Latents that can be sampled centred or noncentred, and the declaration that changes it. */
import type { Manifest, ManifestLatent } from '../../module/manifest.ts';
import { namesIn } from '../parameters.ts';
import { listedNames, quoted } from './wording.ts';

/** A latent that can be sampled in both ways, where both are useful because its prior reads other latents. */
export interface Parametrised {
  readonly latent: ManifestLatent;
  readonly isNonCentred: boolean;
  /** Whether chains learn how far to centre it; the parametrisation is then only the start. */
  readonly isLearnt: boolean;
  /** Whether its declaration fixes the parametrisation by a word. */
  readonly isDeclared: boolean;
  /** The names of the latents that its prior reads, except through a `let`. */
  readonly reads: readonly string[];
}

/** An untruncated normal or lognormal. */
const EITHER_WAY = /^(log)?normal\s*\((?!.*\bprevious\b)(?!.*\bin\s*\[)/s;

/** The maximum number of declarations that are written out. */
const MAX_SHOWN = 3;

/** The latents of a layout that can be declared `centred` or `noncentred`. */
export function parametrisedLatents({
  latents,
  derived,
}: Pick<Manifest, 'latents' | 'derived'>): Parametrised[] {
  return latents.flatMap((latent) => {
    const words = new Set(namesIn(latent.prior));
    const reads = latents.map(({ name }) => name).filter((name) => words.has(name));
    const isNonCentred = latent.transform === 'noncentred';
    const isRelative = reads.length > 0 || derived.some(({ name }) => words.has(name));
    const isLearnt = latent.centring === 'learnt';
    return isNonCentred || isLearnt || (isRelative && EITHER_WAY.test(latent.prior))
      ? [{ latent, isNonCentred, isLearnt, isDeclared: isRelative && !isLearnt, reads }]
      : [];
  });
}

/**
 * Advice to sample latents the other way, as the end of a remedy; empty if there is no choice.
 *
 * @param concerned the parameters of a finding: the advice is about latents whose levels, or whose prior's parameters,
 * are among them; by default all
 */
export function otherWay(among: readonly Parametrised[], concerned?: readonly string[]): string {
  const isAbout = ({ latent: { name }, reads }: Parametrised) =>
    concerned === undefined ||
    concerned.some((each) => each === name || each.startsWith(`${name}[`) || reads.includes(each));
  const chosen = among.filter(isAbout);
  const free = chosen.filter(({ isDeclared }) => !isDeclared);
  return [
    withoutWord(chosen.filter(({ isDeclared }) => isDeclared)),
    ...[true, false].map((isNonCentred) => otherWord(free, isNonCentred)),
  ].join('');
}

/** Advice to remove the word that makes latents centred or noncentred. */
function withoutWord(among: readonly Parametrised[]): string {
  if (among.length === 0) return '';
  const isOne = among.length === 1;
  const names = listedNames(among.map(({ latent }) => quoted(latent.name)));
  const used = new Set(among.map(({ isNonCentred }) => (isNonCentred ? 'noncentred' : 'centred')));
  const words = [...used].map(quoted).join(' and ');
  return ` ${names} ${isOne ? 'is' : 'are'} sampled as the layout says: without the ${used.size === 1 ? 'word' : 'words'} ${words}, warm-up learns how far to centre ${isOne ? 'it' : 'them'}.`;
}

/** Advice to declare latents the other way. */
function otherWord(among: readonly Parametrised[], isNonCentred: boolean): string {
  const some = among.filter((each) => each.isNonCentred === isNonCentred).map(({ latent }) => latent);
  if (some.length === 0) return '';
  const [now, other, much] = isNonCentred
    ? ['noncentred', 'centred', 'much']
    : ['centred', 'noncentred', 'little'];
  const lines = some.slice(0, MAX_SHOWN).map((latent) => quoted(`${declared(latent)} ${other}`));
  const whose = some.some(({ index }) => index !== undefined)
    ? `${much} about each level`
    : `${much} about ${some.length === 1 ? 'it' : 'each'}`;
  const isOne = some.length === 1;
  const and = some.length > MAX_SHOWN ? ', and so on' : '';
  return ` ${listedNames(some.map(({ name }) => quoted(name)))} ${isOne ? 'is' : 'are'} sampled ${now}: if the rows say ${whose}, it is better to write ${listedNames(lines)}${and} in the layout.`;
}

/** The bare declaration of a latent, such as `capability theta[person] : m ~ normal(0, spread)`. */
function declared({ role, name, index, isProbability, unit, prior }: ManifestLatent): string {
  const type = isProbability || unit === '' ? '' : ` : ${unit}`;
  return `${role} ${name}${index === undefined ? '' : `[${index}]`}${type} ~ ${prior}`;
}
