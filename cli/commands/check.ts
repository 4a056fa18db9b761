/** `theodolite check`: says what is wrong with a layout, without compiling it. */
import type { Command } from 'commander';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { counted, listNames } from '../list-names.ts';
import { LayoutMistakes, readSource } from '../open-layout.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { printable } from '../printable.ts';
import { printResult } from '../terminal.ts';

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('say what is wrong with a layout, if anything')
    .argument('<layout>', 'a layout (.ml)')
    .action(check);
}

/** @throws LayoutMistakes */
async function check(path: string): Promise<void> {
  const source = await readSource(path);
  const { analyse } = await import('../../compiler/analyse.ts');
  const { layout, diagnostics } = analyse(source);
  if (layout === null) throw new LayoutMistakes(source, diagnostics);
  await printDiagnostics(source, diagnostics);
  printResult(`${printable(path)}: ${summary(layout)}\n`);
}

/** `Ocr is well formed: 6 demands, 7 latents, outcome read.` */
function summary({ name, demands, latents, observations }: TypedLayout): string {
  const outcomes = observations.map(({ outcome }) => outcome);
  const outcome = `outcome${outcomes.length === 1 ? '' : 's'} ${listNames(outcomes)}`;
  return `${name} is well formed: ${counted(demands.length, 'demand')}, ${counted(latents.length, 'latent')}, ${outcome}.`;
}
