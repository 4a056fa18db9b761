/** `theodolite check`: reports what is wrong with a layout, and what a table cannot determine about it. */
import { Command } from 'commander';
import type { Scale } from '../../compiler/check/measurement.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { type Choice, combinations } from '../../compiler/choose/alternatives.ts';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import { type Parametrised, parametrisedLatents } from '../../host/diagnose/parametrisations.ts';
import { calledName } from '../../module/called-name.ts';
import type { Manifest } from '../../module/manifest.ts';
import { listNames } from '../../module/names.ts';
import { badUsage } from '../failure.ts';
import { levelsToFit } from '../fit/each-level.ts';
import {
  addFitOptions,
  bindWeight,
  checkFitOptions,
  type SharedFitOptions,
  settleWeight,
} from '../fit/fit-options.ts';
import { findSubjectHints, hintLines } from '../fit/subject-hints.ts';
import {
  LayoutMistakes,
  type OpenLayout,
  openLayout,
  printDiagnostics,
  readSource,
} from '../inputs/open-layout.ts';
import { type TableFiles, tableFiles } from '../inputs/table-files.ts';
import { checkChoices } from '../options/choose-option.ts';
import { addDataOptions, checkOutcomeNames, TABLE_ARGUMENT } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import { type Interruption, listenForInterruption } from '../process/interruption.ts';
import { readStackedTable } from '../tables/read-stacked-table.ts';
import { noticeColor, printNotice, printResult } from '../terminal.ts';
import { countOf } from '../words.ts';

export function addCheck(program: Command): void {
  addFitOptions(
    program
      .command('check')
      .description(
        'report what is wrong with a layout, and what a table cannot determine about it. The options are those of fit, so a fit can be checked before it is made',
      )
      .argument('<layout>', 'a layout (.ml)')
      .argument('[data...]', TABLE_ARGUMENT),
  ).action(check);
}

/** @throws LayoutMistakes, Failure, HostError, Interrupted */
async function check(
  path: string,
  dataPaths: readonly string[],
  options: SharedFitOptions,
  command: Command,
): Promise<void> {
  checkFitOptions(options, command);
  const data = dataPaths.length === 0 ? null : tableFiles(dataPaths);
  if (data === null) refuseTableOptions(command);
  const { choose } = options;
  const source = await readSource(path);
  const { analyseSource } = await import('../../compiler/analyse.ts');
  const { layout, choices, diagnostics } = analyseSource(source, choose);
  if (layout === null) throw new LayoutMistakes(source, diagnostics);
  await checkChoices(choices, [choose]);
  await printDiagnostics(source, diagnostics);
  printResult(
    `${printable(path)}: ${summary(layout)}\n${await listScales(layout)}${listChoices(choices, layout)}`,
  );
  if (data !== null) await checkEachTable(path, data, options);
}

/** @throws Failure (usage) for an option about reading a table, if no table is given. */
function refuseTableOptions(command: Command): void {
  const own = addDataOptions(new Command()).option('--each <column>').options;
  const given = own.find((each) => command.getOptionValueSource(each.attributeName()) === 'cli');
  if (given === undefined) return;
  throw badUsage(
    `\`${given.long}\` says how to read a table, and none is given.`,
    'Give a table after the layout, or leave the option out.',
  );
}

/** Reports what the table cannot determine, or what the rows of each level of `--each` cannot, as `fit` does before it samples. */
async function checkEachTable(path: string, data: TableFiles, given: SharedFitOptions): Promise<void> {
  const interruption = listenForInterruption();
  try {
    const { weight, options } = bindWeight(given);
    const read = await openLayout(path, options.choose, { weight });
    const outcomes = read.manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
    checkOutcomeNames(options.outcome, outcomes);
    const { each } = options;
    const levels = each === undefined ? null : await levelsToFit(data, each, options, interruption.signal);
    for (const level of levels ?? [null]) {
      const rows = level === null ? options.rows : [...options.rows, { column: each!, value: level }];
      const table = await readStackedTable(data, read.whole, { ...options, rows }, interruption.signal);
      const { opened } = await settleWeight(path, read, options, weight, table);
      await checkTable(
        opened,
        table,
        level === null ? data.path : `${data.path}, ${each} ${level}`,
        interruption,
      );
    }
  } finally {
    interruption.end();
  }
}

/** @param what the table, and which part of it */
async function checkTable(
  opened: OpenLayout,
  table: Table,
  what: string,
  interruption: Interruption,
): Promise<void> {
  const { loaded } = await opened.module(rowsOfSubject(table, table.subjects[0]!));
  await interruption.check();
  const lines = hintLines(await findSubjectHints(loaded, table, interruption), noticeColor());
  printNotice(lines.join(''));
  const found = lines.length === 0 ? 'no hints' : countOf(lines.length, 'hint');
  printResult(
    `${printable(what)}: ${countOf(table.rows, 'row')}, ${countOf(table.subjects.length, 'subject')}, ${found}.\n${listWays(loaded.manifest)}`,
  );
}

/**
 * `  sampled noncentred: effect` for each parametrisation, with the latents that use it. Only latents with a location
 * and a scale have a choice.
 */
function listWays(manifest: Manifest): string {
  const either = parametrisedLatents(manifest);
  const ways: readonly (readonly [way: string, isSo: (each: Parametrised) => boolean])[] = [
    ['noncentred', ({ isLearnt, isNonCentred }) => !isLearnt && isNonCentred],
    ['centred', ({ isLearnt, isNonCentred }) => !isLearnt && !isNonCentred],
    ['between noncentred and centred, as warm-up learns', ({ isLearnt }) => isLearnt],
  ];
  const lines = ways.map(([way, isSo]) => {
    const names = either.filter(isSo).map(({ latent: { name, index } }) => calledName(name, index));
    return names.length === 0 ? '' : `  sampled ${way}: ${names.join(', ')}\n`;
  });
  return lines.join('');
}

const SCALES: readonly Scale[] = ['ordinal', 'interval', 'ratio'];

/** `  ordinal scale: climb, nightSight` for each scale of measurement that some latent has. */
async function listScales({ latents }: TypedLayout): Promise<string> {
  const { scaleOf } = await import('../../compiler/check/measurement.ts');
  const lines = SCALES.map((scale) => {
    const names = latents.filter(({ prior }) => scaleOf(prior) === scale).map(({ name }) => calledName(name));
    return names.length === 0 ? '' : `  ${scale} scale: ${names.join(', ')}\n`;
  });
  return lines.join('');
}

/**
 * `  choose steepness: [gentle] steep` for each choice, with the chosen alternative in brackets, and the number of
 * layouts that the choices make.
 */
function listChoices(choices: readonly Choice[], layout: TypedLayout): string {
  if (choices.length === 0) return '';
  const chosen = new Map(layout.choices.map(({ name, chosen }) => [name, chosen]));
  const lines = choices.map(({ name, alternatives }) => {
    const shown = alternatives.map((each) => (each === chosen.get(name) ? `[${each}]` : each));
    return `  choose ${name}: ${shown.join(' ')}\n`;
  });
  return `${lines.join('')}  ${countOf(combinations(choices), 'layout')} in all; --choose takes another than those in brackets.\n`;
}

/** `Ocr is well formed: 6 demands, 7 latents, outcome read.` */
function summary({ name, demands, latents, observations }: TypedLayout): string {
  const outcomes = observations.map(({ outcome }) => outcome);
  const outcome = `outcome${outcomes.length === 1 ? '' : 's'} ${listNames(outcomes)}`;
  return `${name} is well formed: ${countOf(demands.length, 'demand')}, ${countOf(latents.length, 'latent')}, ${outcome}.`;
}
