/** `theodolite check`: says what is wrong with a layout, and what a table cannot tell about it. */
import type { Command } from 'commander';
import type { Scale } from '../../compiler/check/scale-of-measurement.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { type Choice, combinations } from '../../compiler/choose/alternatives.ts';
import { checkChoices } from '../check-choices.ts';
import { badUsage } from '../failure.ts';
import { listenForInterruption } from '../interruption.ts';
import { counted, listNames } from '../list-names.ts';
import { LayoutMistakes, openLayout, readSource } from '../open-layout.ts';
import { checkOutcomeNames } from '../outcome-choice.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { printable } from '../printable.ts';
import { columnsOf, readTable } from '../read-table.ts';
import { findSubjectHints, hintLines } from '../subject-hints.ts';
import { noticeColor, printNotice, printResult } from '../terminal.ts';
import { type ChooseOptions, chooseOption } from './choose-option.ts';
import { addDataOptions, type DataOptions, tableOptions } from './data-options.ts';

interface CheckOptions extends ChooseOptions, DataOptions {}

export function addCheck(program: Command): void {
  addDataOptions(
    program
      .command('check')
      .description('say what is wrong with a layout, if anything, and what a table cannot tell about it')
      .argument('<layout>', 'a layout (.ml)')
      .argument('[data]', 'a table with named columns: CSV, JSON lines, Parquet or Arrow'),
  )
    .addOption(chooseOption())
    .action(check);
}

/** @throws LayoutMistakes, Failure, HostError, Interrupted */
async function check(path: string, data: string | undefined, options: CheckOptions): Promise<void> {
  const { choose, outcome, rows } = options;
  if (data === undefined && outcome.length + rows.length > 0) {
    throw badUsage(
      `\`${outcome.length > 0 ? '--outcome' : '--rows'}\` says how to read a table, and none is given.`,
      'Give a CSV table after the layout, or leave the option out.',
    );
  }
  const source = await readSource(path);
  const { analyse } = await import('../../compiler/analyse.ts');
  const { layout, choices, diagnostics } = analyse(source, choose);
  if (layout === null) throw new LayoutMistakes(source, diagnostics);
  await checkChoices(choices, [choose]);
  await printDiagnostics(source, diagnostics);
  printResult(
    `${printable(path)}: ${summary(layout)}\n${await listScales(layout)}${listChoices(choices, layout)}`,
  );
  if (data !== undefined) await checkTable(path, data, options);
}

/** Says what the table cannot tell, as `fit` does before it samples. */
async function checkTable(
  path: string,
  data: string,
  { choose, outcome, rows, ...options }: CheckOptions,
): Promise<void> {
  const interruption = listenForInterruption();
  try {
    const { manifest, module } = await openLayout(path, choose);
    const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
    checkOutcomeNames(outcome, outcomes);
    const { signal } = interruption;
    const table = await readTable({
      path: data,
      manifest,
      choices: outcome,
      filters: rows,
      options: tableOptions(options),
      signal,
    });
    const { loaded } = await module(columnsOf(table, table.subjects[0]!));
    await interruption.check();
    const lines = hintLines(await findSubjectHints(loaded, table, interruption), noticeColor());
    printNotice(lines.join(''));
    const found = lines.length === 0 ? 'no hints' : counted(lines.length, 'hint');
    printResult(
      `${printable(data)}: ${counted(table.rows, 'row')}, ${counted(table.subjects.length, 'subject')}, ${found}.\n`,
    );
  } finally {
    interruption.end();
  }
}

const SCALES: readonly Scale[] = ['ordinal', 'interval', 'ratio'];

/** `  ordinal scale: climb, nightSight` for each scale of measurement that there are latents on. */
async function listScales({ latents }: TypedLayout): Promise<string> {
  const { scaleOf } = await import('../../compiler/check/scale-of-measurement.ts');
  const lines = SCALES.map((scale) => {
    const names = latents.filter(({ prior }) => scaleOf(prior) === scale).map(({ name }) => name);
    return names.length === 0 ? '' : `  ${scale} scale: ${names.join(', ')}\n`;
  });
  return lines.join('');
}

/**
 * `  choose steepness: [gentle] steep` for each choice, with what is chosen in brackets, and how many layouts they make.
 */
function listChoices(choices: readonly Choice[], layout: TypedLayout): string {
  if (choices.length === 0) return '';
  const chosen = new Map(layout.choices.map(({ name, chosen }) => [name, chosen]));
  const lines = choices.map(({ name, alternatives }) => {
    const shown = alternatives.map((each) => (each === chosen.get(name) ? `[${each}]` : each));
    return `  choose ${name}: ${shown.join(' ')}\n`;
  });
  return `${lines.join('')}  ${counted(combinations(choices), 'layout')} in all; --choose takes another than those in brackets.\n`;
}

/** `Ocr is well formed: 6 demands, 7 latents, outcome read.` */
function summary({ name, demands, latents, observations }: TypedLayout): string {
  const outcomes = observations.map(({ outcome }) => outcome);
  const outcome = `outcome${outcomes.length === 1 ? '' : 's'} ${listNames(outcomes)}`;
  return `${name} is well formed: ${counted(demands.length, 'demand')}, ${counted(latents.length, 'latent')}, ${outcome}.`;
}
