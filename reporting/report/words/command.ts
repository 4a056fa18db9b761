/** The command line that makes a fit again. */

import type { FitSummary } from '../../../files/fits/fit-summary.ts';
import type { Provenance } from '../../../files/fits/provenance.ts';
import { DEFAULT_SETTINGS } from '../../../host/sample.ts';
import { DEFAULT_SCOUTS } from '../../../host/scout.ts';

/** For a POSIX shell; options that say what is so anyway are left out. */
export function fitCommand(
  { layout, data, settings }: Provenance,
  choices: FitSummary['choices'] = {},
): string {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, seed, scouts, drawsAs } = settings;
  const changed = (option: string, value: string | number, usual: string | number) =>
    value === usual ? [] : [option, String(value)];
  const words = [
    ...['theodolite', 'fit', layout.path, data.path],
    ...Object.entries(data.outcomes).flatMap(([outcome, columns]) => ['--outcome', `${outcome}=${columns}`]),
    ...data.rows.flatMap((filter) => ['--rows', filter]),
    ...(data.stack === undefined ? [] : ['--stack', data.stack]),
    ...(data.format === undefined ? [] : ['--format', data.format]),
    ...(data.delimiter === undefined ? [] : ['--delimiter', data.delimiter]),
    // A module that was built has made its choices.
    ...(layout.text === null ? [] : Object.entries(choices)).flatMap((choice) => [
      '--choose',
      choice.join('='),
    ]),
    ...changed('--method', method, DEFAULT_SETTINGS.method),
    ...changed('--chains', chains, DEFAULT_SETTINGS.chains),
    ...(method === 'nuts' ? changed('--warmup', warmup, DEFAULT_SETTINGS.warmup) : []),
    ...changed('--draws', draws, DEFAULT_SETTINGS.draws),
    ...changed('--target-accept', targetAccept, DEFAULT_SETTINGS.targetAccept),
    ...changed('--max-tree-depth', maxTreeDepth, DEFAULT_SETTINGS.maxTreeDepth),
    ...changed('--scouts', scouts, DEFAULT_SCOUTS),
    ...changed('--seed', seed, String(DEFAULT_SETTINGS.seed)),
    ...changed('--draws-as', drawsAs.join(','), 'csv'),
    ...['--out', 'results'],
  ];
  return words.map(quoted).join(' ');
}

/** A word that the shell leaves as it is. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
