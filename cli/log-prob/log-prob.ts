/** `theodolite log-prob`: the log density and its gradient at one point, on the layout's own scale. */

import type { Command } from 'commander';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import { parametersOf, SUM_REMEDY, sumOffZero, sumsWrong } from '../../host/parameters.ts';
import { bindSampler } from '../../host/sampler-instance.ts';
import { orderColumns } from '../../module/columns.ts';
import { badInput, badUsage } from '../failure.ts';
import { openLayout, printDiagnostics } from '../inputs/open-layout.ts';
import { readPointFile } from '../inputs/read-point.ts';
import { tableFiles } from '../inputs/table-files.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import { addDataOptions, type DataOptions, TABLE_ARGUMENT, tableOption } from '../options/data-options.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { checkOutcomesOfMain } from '../tables/read-further-tables.ts';
import { readStackedTable } from '../tables/read-stacked-table.ts';
import { printJson } from '../terminal.ts';

interface LogProbOptions extends DataOptions, ChooseOptions {
  readonly at: string;
  /** It prints JSON with and without this option. */
  readonly json?: boolean;
}

export function addLogProb(program: Command): void {
  addDataOptions(
    program
      .command('log-prob')
      .description(
        "print the log density and its gradient at a point on the layout's own scale, without Jacobians",
      )
      .argument('<layout>', 'a layout (.ml), or a module that build made (.wasm)')
      .argument('<data...>', TABLE_ARGUMENT),
  )
    .addOption(tableOption())
    .addOption(chooseOption())
    .requiredOption(
      '--at <point.json>',
      'the point: a JSON object with a number for each latent, or an object with one for each level',
    )
    .option('--json', 'print one JSON object and nothing else, as without it')
    .action(logProb);
}

/** @throws Failure */
async function logProb(
  layoutPath: string,
  dataPaths: readonly string[],
  options: LogProbOptions,
): Promise<void> {
  const data = tableFiles(dataPaths);
  const interruption = listenForInterruption();
  try {
    const { manifest, whole, source, warnings, module } = await openLayout(layoutPath, options.choose);
    await interruption.check();
    if (source !== null) await printDiagnostics(source, warnings);
    checkOutcomesOfMain(whole, options.outcome);
    const table = await readStackedTable(data, whole, options, interruption.signal);
    const [subject, another] = table.subjects;
    if (another !== undefined) {
      throw badUsage(
        `log-prob takes one column, and --outcome names ${table.subjects.length}.`,
        `Name one: --outcome ${[...subject!.columns].map((pair) => pair.join('=')).join(' --outcome ')}.`,
      );
    }
    const parameters = parametersOf(manifest, table.levels);
    const point = await readPointFile(options.at, manifest, table.levels);
    const off = sumOffZero(parameters, point);
    if (off !== null) throw badInput(`${options.at} ${sumsWrong(off)}.`, SUM_REMEDY);
    const columns = rowsOfSubject(table, subject!);
    const { loaded } = await module(columns);
    await interruption.check();
    const instance = await bindSampler(loaded, {
      columns: orderColumns(whole, columns),
      levelNames: table.levels,
    });
    const outside = instance.outsideSupport(point);
    if (outside !== null) {
      const {
        name,
        latent: { prior },
      } = parameters[outside]!;
      throw badInput(
        `${options.at} puts the latent \`${name}\` at ${point[outside]}, outside the support of its prior ${prior}.`,
        'Choose a value inside, where the log density is finite.',
      );
    }
    const { logDensity, gradient } = instance.logDensity(point);
    if (!Number.isFinite(logDensity)) {
      throw badInput(
        `At ${options.at} the log density is ${logDensity} and has no finite gradient.`,
        'Choose a point inside the supports of the priors at which the data are possible.',
      );
    }
    const slopeless = parameters.flatMap(({ name }, index) =>
      Number.isFinite(gradient[index]!) ? [] : [`${withoutSlope(gradient[index]!)} \`${name}\``],
    );
    if (slopeless.length > 0) {
      throw badInput(
        `At ${options.at} the log density is ${logDensity}, but it has ${slopeless.join(', and ')}.`,
        'Move the latents that are at an end of their supports, such as 0, a little inside.',
      );
    }
    const named = parameters.map(({ name }, index) => [name, gradient[index]!] as const);
    printJson(`${JSON.stringify({ logDensity, gradient: Object.fromEntries(named) })}\n`);
  } finally {
    interruption.end();
  }
}

/** The words for a slope that is not finite. */
function withoutSlope(slope: number): string {
  return Number.isNaN(slope) ? 'no slope that can be determined along' : 'an infinite slope along';
}
