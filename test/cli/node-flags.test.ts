import { describe, expect, it } from 'vitest';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace } from './run-command.ts';

const SHORT = ['--outcome', 'success=robot1', '--warmup', '100', '--draws', '100', '--json'];

async function fitWith(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
) {
  const workspace = openWorkspace(env, flags);
  try {
    workspace.write('ladder.ml', LADDER);
    workspace.write('robots.csv', ladderTable());
    return await workspace.run('fit', 'ladder.ml', 'robots.csv', ...SHORT, ...more);
  } finally {
    workspace.remove();
  }
}

describe('a fit under flags of Node', () => {
  const cases: Record<string, readonly string[]> = {
    'of V8 for the memory of the process': ['--max-old-space-size=4000'],
    'of V8 for its stack': ['--stack-size=900'],
    'of V8 for its garbage': ['--expose-gc', '--max-semi-space-size=16'],
    'of the process alone': ['--no-warnings', '--title=fit'],
  };
  for (const [name, flags] of Object.entries(cases)) {
    it(`works with those ${name}: ${flags.join(' ')}`, async () => {
      const { stdout, stderr } = await fitWith(flags);
      expect(stderr).not.toContain('error');
      expect(JSON.parse(stdout).subjects.robot1).toBeDefined();
    });
  }

  it('works with those of NODE_OPTIONS', async () => {
    const { stdout, stderr } = await fitWith([], { NODE_OPTIONS: '--max-old-space-size=4000 --no-warnings' });
    expect(stderr).not.toContain('error');
    expect(JSON.parse(stdout).subjects.robot1).toBeDefined();
  });

  it('says nothing of its own listeners, however many chains and scouts there are', async () => {
    const { stderr } = await fitWith([], {}, ['--chains', '12', '--scouts', '200']);
    expect(stderr).not.toContain('Warning');
  });

  it('loads in threads too what `--import` names', async () => {
    const code = `data:text/javascript,import { isMainThread } from 'node:worker_threads'; if (!isMainThread) process._rawDebug('in a thread');`;
    expect((await fitWith(['--import', code])).stderr).toContain('in a thread');
  });
});
