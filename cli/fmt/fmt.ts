/** `theodolite fmt`: rewrites layouts in the canonical format. */
import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import type { Source } from '../../grammar/source.ts';
import { badInput, badUsage, EXIT, type ExitCode, Failure } from '../failure.ts';
import { decodeLayout, LayoutMistakes, printDiagnostics, readSource } from '../inputs/open-layout.ts';
import { printable } from '../printable.ts';
import { isDevice, ResultFolder } from '../process/results.ts';
import { noticeColor, printData, printNotice, printResult, renderFailure } from '../terminal.ts';

/** The names of the standard input on the command line and in messages. */
const STANDARD_INPUT = '-';
const STANDARD_INPUT_NAME = 'standard input';

interface FmtOptions {
  readonly check?: boolean;
}

export function addFmt(program: Command): void {
  program
    .command('fmt')
    .description('rewrite layouts in the canonical format')
    .argument(
      '[layouts...]',
      'layouts (.ml), each of which is rewritten; without any, or with -, the standard input is formatted',
    )
    .option(
      '--check',
      'write nothing, but list the layouts that would change; the status is 1 if there are any',
    )
    .action(fmt);
}

/**
 * Formats every layout that can be formatted, even if others fail.
 *
 * @throws Failure (usage) when the standard input is named beside files
 */
async function fmt(paths: readonly string[], { check = false }: FmtOptions): Promise<void> {
  if (paths.length > 1 && paths.includes(STANDARD_INPUT)) {
    throw badUsage(
      '`-` is the standard input, and cannot be formatted together with files.',
      'Give files, or `-` alone.',
    );
  }
  const files = paths.filter((path) => path !== STANDARD_INPUT);
  if (files.length === 0) return formatInput(check);
  let status: ExitCode = EXIT.fine;
  for (const path of files) {
    try {
      const isFormatted = await formatFile(path, check);
      if (!isFormatted) status ||= EXIT.badInput;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await printFailure(error);
      status = error.exitCode;
    }
  }
  process.exitCode = status;
}

/** Rewrites a file unless it is formatted already or only checked. Returns false if the file remains unformatted. */
async function formatFile(path: string, check: boolean): Promise<boolean> {
  if (isDevice(path)) {
    throw badInput(`${path} is not a file that can be rewritten.`, 'Send the layout to the standard input.');
  }
  const source = await readSource(path);
  const text = await formatted(source);
  if (text === source.text) return true;
  if (check) {
    printResult(`${printable(path)}\n`);
    return false;
  }
  new ResultFolder(dirname(path)).rewrite(basename(path), text);
  printNotice(`${printable(path)}: formatted\n`);
  return true;
}

async function formatInput(check: boolean): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of process.stdin) pieces.push(piece);
  const source = decodeLayout(STANDARD_INPUT_NAME, Buffer.concat(pieces));
  const text = await formatted(source);
  if (!check) printData(text);
  else if (text !== source.text) {
    printResult(`${STANDARD_INPUT_NAME}\n`);
    process.exitCode = EXIT.badInput;
  }
}

/** @throws LayoutMistakes when the text cannot be parsed */
async function formatted(source: Source): Promise<string> {
  const { formatText } = await import('../../grammar/format/format.ts');
  const { text, diagnostics } = formatText(source);
  if (text === null) throw new LayoutMistakes(source, diagnostics);
  return text;
}

async function printFailure(failure: Failure): Promise<void> {
  if (failure instanceof LayoutMistakes) await printDiagnostics(failure.source, failure.diagnostics);
  else printNotice(renderFailure(failure, noticeColor()));
}
