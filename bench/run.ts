/**
 * Measures everything in one process and one run: gradients, binding, compiling, editing, a whole fit, effective draws, the
 * growth of a gradient's cost, and the cost of very many rows.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sketchOf } from '../module/data-sketch.ts';
import { type Battery, navigation, objectPermanence, ocr } from './battery.ts';
import { bindColumns, compileAndLoad } from './bound-module.ts';
import { CONSTRUCT_NAMES, construct } from './constructs.ts';
import { measureBinding } from './measure/binding.ts';
import { measureCompiling } from './measure/compiling.ts';
import { measureDistinctRows } from './measure/distinct-rows.ts';
import { measureEditing } from './measure/editing.ts';
import { measureEfficiency } from './measure/efficiency.ts';
import { measureGradient } from './measure/gradient.ts';
import { measureScaling, type ScalingPoint, scalingResults } from './measure/scaling.ts';
import { measureWholeFit } from './measure/whole-fit.ts';
import { PACKAGE } from './package-files.ts';
import { measureStan } from './peers/stan.ts';
import { populations } from './populations.ts';
import { resultsTable, withResults } from './report/results-table.ts';
import { scalingPlot } from './report/scaling-plot.ts';
import { type Result, replaceFile, resultsJson } from './results.ts';

const SECTIONS = [
  'gradient',
  'populations',
  'constructs',
  'binding',
  'compiling',
  'editing',
  'fit',
  'efficiency',
  'scaling',
  'rows',
] as const;

const USAGE = `usage: npm run bench -- [--peers] [--only SECTION,...]
Measures in one process and one run, and writes bench/results.json, the table of docs/explanation/performance.md and its picture.
  --peers  measures Stan on the same data too, where Rscript has rstan
  --only   measures these sections alone and stores nothing: ${SECTIONS.join(', ')}`;

const options = readOptions();
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const only = options.only?.split(',');
const unknown = only?.find((name) => !SECTIONS.some((section) => section === name));
if (unknown !== undefined) refuse(`there is no section \`${unknown}\``);
const wanted = (section: (typeof SECTIONS)[number]) => only === undefined || only.includes(section);

const results: Result[] = [];
const record = (...measured: readonly Result[]) => {
  results.push(...measured);
  for (const { name, unit, value, ratio } of measured) {
    const times = ratio === null ? '' : `, ${ratio.toPrecision(3)} times better`;
    console.log(`${name}: ${value.toPrecision(3)} ${unit}${times}`);
  }
};

const reading = ocr();
const batteries: readonly Battery[] = [reading, objectPermanence(), navigation()];
const modules = new Map<Battery, Awaited<ReturnType<typeof compileAndLoad>>>();
for (const battery of batteries) {
  modules.set(battery, await compileAndLoad(battery.source, sketchOf(battery.columns)));
}

const gradients = new Map<Battery, Result>();
if (wanted('gradient') || wanted('fit') || options.peers) {
  for (const battery of batteries) {
    const measured = await measureGradient(
      battery,
      await bindColumns(modules.get(battery)!, battery.columns),
    );
    gradients.set(battery, measured);
    record(measured);
  }
}
const others = [
  ...(wanted('populations') ? populations() : []),
  ...(wanted('constructs') ? CONSTRUCT_NAMES.map((name) => construct(name)) : []),
];
for (const battery of others) {
  const loaded = await compileAndLoad(battery.source, sketchOf(battery.columns));
  record(await measureGradient(battery, await bindColumns(loaded, battery.columns)));
}
if (wanted('binding')) {
  for (const battery of batteries) record(...(await measureBinding(battery, modules.get(battery)!)));
}
if (wanted('compiling')) {
  for (const battery of batteries) record(...(await measureCompiling(battery)));
}
if (wanted('editing')) record(...measureEditing());
if (wanted('fit')) {
  record(await measureWholeFit(reading, modules.get(reading)!, gradients.get(reading)!.baseline!));
}
if (wanted('efficiency')) record(...(await measureEfficiency()));
let scaling: readonly ScalingPoint[] = [];
if (wanted('scaling')) {
  scaling = await measureScaling(reading, modules.get(reading)!);
  record(...scalingResults(reading, scaling));
}
if (wanted('rows')) record(...(await measureDistinctRows()));
if (options.peers) record(...measureStan(batteries, gradients, results));

console.log(`\n${resultsTable(results)}`);
if (only === undefined) {
  const page = new URL('docs/explanation/performance.md', PACKAGE);
  replaceFile(new URL('bench/results.json', PACKAGE), resultsJson(results));
  replaceFile(new URL('docs/explanation/gradient-by-rows.svg', PACKAGE), await scalingPlot(scaling));
  replaceFile(page, withResults(readFileSync(page, 'utf8'), results));
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        peers: { type: 'boolean', default: false },
        only: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(problem: string): never {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
}
