/** Words in running text: names, counts, times, settings, and what a name was meant to be. */
import { nearest } from '../grammar/edit-distance.ts';

const LISTED = 20;

/** `a, b, c`, cut short after the first twenty. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).join(', ');
  return names.length > LISTED ? `${shown} and ${names.length - LISTED} more` : shown;
}

/** `1 row`, `3 rows`. */
export function countOf(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}

/** ` Did you mean \`x\`?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const meant = nearest(name, candidates);
  return meant === null ? '' : ` Did you mean \`${meant}\`?`;
}

/** Whole seconds, or minutes where it is two or more. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}

/** A setting with its value, and others after it, as a program writes them: `targetAccept: 0.95, warmup: 2000`. */
const SETTINGS = /`((?:chains|draws|format|method|only|starts|targetAccept|warmup): [^`]+)`/g;

/**
 * A remedy of the library as the command gives it. The library names settings as a program writes them, and the command has an
 * option for each: `` `targetAccept: 0.95, warmup: 2000` `` becomes `` `--target-accept 0.95 --warmup 2000` ``.
 */
export function withOptions(remedy: string): string {
  return remedy
    .replace(SETTINGS, (_, settings: string) => `\`${settings.split(', ').map(optionOf).join(' ')}\``)
    .replace(/`statistics: \{ '([^']+)': (\S+) \}`/g, "`--statistic '$1=$2'`")
    .replace(/(?<=another |with )`(seed|only)`/g, '`--$1`')
    .replace('Leave out `format`', 'Leave out --format')
    .replace('`maxRecordBytes`', '--record-limit')
    .replace('`maxUnpackedBytes`', '--unpacked-limit');
}

/** `--target-accept 0.95` for `targetAccept: 0.95`. */
function optionOf(setting: string): string {
  const [name = '', value = ''] = setting.split(': ');
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value.replaceAll('"', '')}`;
}
