/** Words in running text: counts, times and settings. */
/** `1 row`, `3 rows`. */
export function countOf(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}

/** Whole seconds, or minutes from two minutes on. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}

/** One or more settings with values, as a program writes them: `targetAccept: 0.95, warmup: 2000`. */
const SETTINGS = /`((?:chains|draws|format|method|only|starts|targetAccept|warmup): [^`]+)`/g;

/** Other phrases of the library for which the command has an option. */
const OPTION_WORDS: readonly (readonly [RegExp | string, string])[] = [
  [/`statistics: \{ '([^']+)': (\S+) \}`/g, "`--statistic '$1=$2'`"],
  [/(?<=another |with )`(seed|only)`/g, '`--$1`'],
  ['Leave out `format`', 'Leave out --format'],
  ['`outcomeChoices` ', '--outcome '],
  ['`successes`', '--success'],
  ['`maxRecordBytes`', '--record-limit'],
  ['`maxUnpackedBytes`', '--unpacked-limit'],
  [
    'the layout that was fitted, or fit again',
    'the layout that was fitted, --layout LAYOUT.ml, or fit again',
  ],
  ['the folder of the fit of one column,', 'the folder that `fit --out results` wrote for a column,'],
  ['it again and store the fit with its draws', 'it again with --out and --draws-as csv or parquet'],
  ['it again and store the fit', 'it again with --out'],
  ['and store the fit', 'and --out'],
];

/**
 * A remedy of the library, reworded for the command. The library names settings as a program writes them, and the
 * command has an option for each: `` `targetAccept: 0.95, warmup: 2000` `` becomes `` `--target-accept 0.95 --warmup
 * 2000` ``.
 */
export function withOptions(remedy: string): string {
  const named = remedy.replace(
    SETTINGS,
    (_, settings: string) => `\`${settings.split(', ').map(optionOf).join(' ')}\``,
  );
  return OPTION_WORDS.reduce((said, [words, option]) => said.replace(words, option), named);
}

/** `--target-accept 0.95` for `targetAccept: 0.95`. */
function optionOf(setting: string): string {
  const [name = '', value = ''] = setting.split(': ');
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value.replaceAll('"', '')}`;
}
