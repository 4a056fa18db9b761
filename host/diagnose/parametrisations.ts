/** Which latents are sampled centred and which noncentred, where both are possible, and the line that decides otherwise. */
import type { Manifest, ManifestLatent } from '../../module/manifest.ts';
import { namesIn } from '../parameters.ts';
import { listedNames, quoted } from './wording.ts';

/** A latent that can be sampled in both ways, and is of use in both since its prior reads other latents. */
export interface Parametrised {
  readonly latent: ManifestLatent;
  readonly isNonCentred: boolean;
  /** Whether chains learn how far to centre it, and only begin with that. */
  readonly isLearnt: boolean;
  /** Whether a word in its declaration says how it is sampled. */
  readonly isDeclared: boolean;
  /** The latents by name that its prior reads, but for those that it reads through a `let`. */
  readonly reads: readonly string[];
}

/** A normal or a lognormal that is not truncated. */
const EITHER_WAY = /^(log)?normal\s*\((?!.*\bprevious\b)(?!.*\bin\s*\[)/s;

/** More of them are not written out. */
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
 * Advice to sample latents the other way, as the end of a remedy; empty where there is nothing to choose.
 *
 * @param concerned parameters that a finding is about: the advice is of latents whose levels, or whose prior's parameters, are among them; all where absent
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

/** Advice to leave out the word by which latents are centred or noncentred. */
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
    ? `${much} of each level`
    : `${much} of ${some.length === 1 ? 'it' : 'each'}`;
  const isOne = some.length === 1;
  const and = some.length > MAX_SHOWN ? ', and so on' : '';
  return ` ${listedNames(some.map(({ name }) => quoted(name)))} ${isOne ? 'is' : 'are'} sampled ${now}: where the rows tell ${whose}, it is better to write ${listedNames(lines)}${and} in the layout.`;
}

/** The declaration of a latent by itself, such as `capability theta[person] : m ~ normal(0, spread)`. */
function declared({ role, name, index, isProbability, unit, prior }: ManifestLatent): string {
  const type = isProbability || unit === '' ? '' : ` : ${unit}`;
  return `${role} ${name}${index === undefined ? '' : `[${index}]`}${type} ~ ${prior}`;
}
