/** `theodolite build`: compiles a layout into a module, or prints what it becomes on the way. */
import { basename, extname } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import type { Phase } from '../../compiler/compile.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import { prepareSource, readSource } from '../inputs/open-layout.ts';
import { printDiagnostics } from '../inputs/print-diagnostics.ts';
import { type ChooseOptions, chooseOption } from '../options/choose-option.ts';
import { type FormatOptions, formatOptions, rowsOption, tableOptions } from '../options/data-options.ts';
import type { RowFilter } from '../options/row-filter.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { openOutput } from '../process/output-file.ts';
import { printData, printNotice } from '../terminal.ts';
import { version } from '../version.ts';
import { sketchTable } from './sketch-table.ts';

const PHASES: readonly Phase[] = ['syntax', 'types', 'graph', 'plan', 'assemblyscript', 'wat'];

/** `module` for a host, `wasi` for a command that fits the layout on its own. */
const TARGETS = ['module', 'wasi'] as const;

interface BuildOptions extends ChooseOptions, FormatOptions {
  readonly target: (typeof TARGETS)[number];
  readonly output?: string;
  readonly show?: Phase;
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
        'a table: the module is made for demands that repeat as they do there, and runs on any',
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
        '--show <phase>',
        'print what the layout is after a phase, and write no module unless -o is given',
      ).choices(PHASES),
    )
    .addOption(rowsOption())
    .addOption(chooseOption())
    .action(build);
  for (const option of formatOptions()) command.addOption(option);
}

/** @throws Failure */
async function build(path: string, data: string | undefined, options: BuildOptions): Promise<void> {
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
            { path: data, filters: options.rows, options: tableOptions(options) },
            layout.manifest,
            interruption.signal,
          );
    const output =
      options.output ?? (options.show === undefined ? `${basename(path, extname(path))}.wasm` : undefined);
    // Opened before compiling, so that a place that cannot be written is told at once.
    const file = output === undefined ? null : openOutput(output);
    try {
      if (options.show !== undefined) {
        const text = await layout.show(options.show, sketch, program);
        printData(text.endsWith('\n') ? text : `${text}\n`);
      }
      if (file !== null) {
        const compiled = await (program === undefined
          ? layout.compile(sketch)
          : layout.compileCommand(program, sketch));
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
