/** `theodolite build`: compiles a layout into a module, or prints what it becomes on the way. */
import { basename, extname } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { PASS_NAMES, PHASES, type Phase, type Shown } from '../../compiler/show.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import { type ColumnsSketch, sketchOf } from '../../module/data-sketch.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { badUsage } from '../failure.ts';
import { compileCommand, prepareSource, printDiagnostics, readSource } from '../inputs/open-layout.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import { type FormatOptions, formatOptions, rowsOption, tableReading } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { openOutput } from '../process/results.ts';
import type { CommandTableRequest } from '../tables/read-table.ts';
import { readTable } from '../tables/read-table.ts';
import { printData, printNotice } from '../terminal.ts';
import { version } from '../version.ts';

/** `module` for a host, `wasi` for a command that fits the layout on its own. */
const TARGETS = ['module', 'wasi'] as const;

interface BuildOptions extends ChooseOptions, FormatOptions {
  readonly target: (typeof TARGETS)[number];
  readonly output?: string;
  readonly show?: readonly string[];
  readonly rows: readonly RowFilter[];
}

export function addBuild(program: Command): void {
  const command = program
    .command('build')
    .description('compile a layout to a WebAssembly module')
    .addArgument(new Argument('<layout>', 'a layout (.ml)'))
    .addArgument(
      new Argument(
        '[data]',
        'a table: the module is optimised for demands that repeat as in this table, and runs on any table',
      ),
    )
    .option(
      '-o, --output <file>',
      "where the module goes (default: the layout's name with .wasm, in this directory)",
    )
    .addOption(
      new Option(
        '--target <name>',
        'module: a module without imports, for a host; wasi: a command that reads a table and writes draws',
      )
        .choices(TARGETS)
        .default(TARGETS[0]),
    )
    .addOption(
      new Option(
        '--show <step>',
        `print the layout after a step, and write no module unless -o is given:  ${PHASES.join(', ')}, or after:PASS, with a pass that \`--show passes\` lists; given twice, it prints the difference between two passes`,
      ).argParser((step: string, before: readonly string[] = []) => [...before, step]),
    )
    .addOption(rowsOption())
    .addOption(chooseOption())
    .action(build);
  for (const option of formatOptions()) command.addOption(option);
}

/** @throws Failure */
async function build(path: string, data: string | undefined, options: BuildOptions): Promise<void> {
  const shown = options.show === undefined ? null : shownBy(options.show);
  const interruption = listenForInterruption();
  try {
    const source = await readSource(path);
    const layout = await prepareSource(source, options.choose);
    const program =
      options.target === 'wasi' ? { version: version(), settings: DEFAULT_SETTINGS } : undefined;
    const sketch =
      data === undefined
        ? undefined
        : await sketchTable(
            { path: data, filters: options.rows, ...tableReading(options) },
            layout.manifest,
            interruption.signal,
          );
    const output = options.output ?? (shown === null ? `${basename(path, extname(path))}.wasm` : undefined);
    // Opened before compiling, so that a place that cannot be written is reported at once.
    const file = output === undefined ? null : openOutput(output);
    try {
      if (shown !== null) {
        const text = await layout.show(shown, sketch, program);
        printData(text.endsWith('\n') ? text : `${text}\n`);
      }
      if (file !== null) {
        const compiled = await (program === undefined
          ? layout.compile(sketch)
          : compileCommand(layout, program, sketch));
        await interruption.check();
        await printDiagnostics(source, compiled.warnings);
        file.write(compiled.bytes);
        printNotice(
          `${printable(file.path)}: ${compiled.bytes.length} bytes, layout ${compiled.manifest.layout}\n`,
        );
      }
    } finally {
      file?.discardEmpty();
    }
  } finally {
    interruption.end();
  }
}

/**
 * Reads only the demands, because a module is built before anyone says which column holds the outcome. Outcomes are
 * assumed to take any of their possible values. @throws Failure
 */
async function sketchTable(
  data: Pick<CommandTableRequest, 'path' | 'filters' | 'options' | 'joins'>,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<ColumnsSketch> {
  const known = { ...manifest, columns: manifest.columns.filter(({ role }) => role !== 'outcome') };
  const table = await readTable({ ...data, manifest: known, outcomeChoices: [], signal });
  const sketch = sketchOf(new Map([...table.demands, ...table.categories]));
  const outcomes = new Map(
    manifest.columns
      .filter(({ role }) => role === 'outcome')
      .map((column) => [column.name, valuesOf(column, table) ?? sketch.rows]),
  );
  return {
    ...sketch,
    distinct: (names) => {
      const demandsAlone = sketch.distinct(names.filter((name) => !outcomes.has(name)));
      const values = names.reduce((product, name) => product * (outcomes.get(name) ?? 1), demandsAlone);
      return Math.min(sketch.rows, values);
    },
  };
}

/** The number of values of an outcome that is a count or a category; null for a measurement. */
function valuesOf({ kind, domain, trials }: ManifestColumn, { demands }: Table): number | null {
  if (kind === 'binary') return 2;
  if (kind !== 'count' || domain.kind !== 'range') return null;
  const most = trials === undefined ? domain.hi : demands.get(trials)!.reduce((a, b) => Math.max(a, b), 0);
  return most === undefined ? null : most - (domain.lo ?? 0) + 1;
}

/** What `--show` asks for. @throws Failure */
function shownBy(steps: readonly string[]): Shown {
  const [first, second] = steps.map(stepOf);
  if (second === undefined) return first!;
  if (steps.length === 2 && typeof first === 'object' && typeof second === 'object')
    return { between: [first.after, second.after] };
  throw badUsage(
    `--show ${steps.join(' --show ')} cannot be compared.`,
    'Give it once, or twice with after:PASS, such as --show after:stage --show after:derive.',
  );
}

function stepOf(step: string): Phase | { readonly after: string } {
  const phase = PHASES.find((name) => name === step);
  if (phase !== undefined) return phase;
  const pass = /^after:(.*)$/.exec(step)?.[1];
  if (pass !== undefined && PASS_NAMES.includes(pass)) return { after: pass };
  throw badUsage(
    pass === undefined ? `--show has no step ${step}.` : `There is no pass ${pass}.`,
    pass === undefined
      ? `Give one of ${PHASES.join(', ')}, or after:PASS.`
      : `Give one of ${PASS_NAMES.join(', ')}.`,
  );
}
