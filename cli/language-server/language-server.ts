/** `theodolite language-server`: answers an editor over the standard streams while layouts are written in it. */
import type { Command } from 'commander';
import { badUsage, EXIT } from '../failure.ts';
import { tellSupervisor } from '../process/supervised.ts';
import { resultIsTerminal, sendBytes } from '../terminal.ts';
import { version } from '../version.ts';
import { workspaceReader } from './workspace-reader.ts';

export function addLanguageServer(program: Command): void {
  program
    .command('language-server')
    .description('answer an editor, which starts this: see docs/guides/editors.md')
    .option('--stdio', 'over the standard streams, as always')
    .action(serve);
}

/**
 * Speaks the Language Server Protocol until the editor says `exit` or closes the stream. The status is 1 if it did so
 * without `shutdown`, as the protocol wants.
 *
 * @throws Failure (usage) on a terminal, where a person would wait for an answer
 */
async function serve(): Promise<void> {
  if (resultIsTerminal()) {
    throw badUsage(
      'This command talks with an editor, and not with a person.',
      'Name it in the settings of your editor, as docs/guides/editors.md shows; `theodolite check LAYOUT` reports mistakes here.',
    );
  }
  tellSupervisor({ kind: 'serving' });
  const { serveStreams } = await import('../../editor/server/streams.ts');
  const isShutDown = await serveStreams(process.stdin, sendBytes, {
    version: version(),
    readWorkspace: workspaceReader(),
  });
  process.exit(isShutDown ? EXIT.fine : EXIT.badInput);
}
