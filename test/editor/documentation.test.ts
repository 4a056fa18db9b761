import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../cli/run-command.ts';
import { LADDER } from './cursor.ts';
import { blockOf } from './documentation.ts';

const ROOT = new URL('../../', import.meta.url);

describe('the page about editors', () => {
  it('shows a program that prints what it says', () => {
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', blockOf('js')], {
      cwd: fileURLToPath(ROOT),
      encoding: 'utf8',
    });
    expect(printed).toBe(blockOf('text'));
  });

  it('is right that the commands take both endings', async () => {
    const workspace = openWorkspace();
    try {
      const answers = [];
      for (const name of ['ladder.ml', 'ladder.layout']) {
        workspace.write(name, LADDER);
        const checked = await workspace.run('check', name);
        expect(checked.status).toBe(0);
        expect((await workspace.run('fmt', name)).status).toBe(0);
        answers.push({ checked: checked.stdout.replaceAll(name, ''), text: workspace.read(name) });
      }
      expect(answers[1]).toEqual(answers[0]);
    } finally {
      workspace.remove();
    }
  });
});
