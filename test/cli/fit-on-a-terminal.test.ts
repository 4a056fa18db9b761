import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, runPython } from '../python.ts';
import { LADDER, ladderTable } from './ladder.ts';
import { openWorkspace, type Workspace } from './run-command.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const canTry = hasPython(['pty', 'termios'], 'fit on a terminal');

/** Runs a command whose results go to a pseudo-terminal of 90 columns, and prints what arrives there. */
const ON_A_TERMINAL = `
import fcntl, json, os, pty, struct, subprocess, sys, termios
leader, follower = pty.openpty()
fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack('HHHH', 50, 90, 0, 0))
child = subprocess.Popen(sys.argv[2:], cwd=sys.argv[1], stdin=subprocess.DEVNULL, stdout=follower, stderr=follower if os.environ.get('ALL_STREAMS') else subprocess.DEVNULL,
                         env={**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1', 'TERM': 'xterm'})
os.close(follower)
pieces = []
while True:
    try:
        piece = os.read(leader, 65536)
    except OSError:
        break
    if not piece:
        break
    pieces.append(piece)
print(json.dumps({'status': child.wait(), 'text': b''.join(pieces).decode().replace('\\r\\n', '\\n')}))
`;

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace();
  workspace.write('ladder.ml', LADDER);
  workspace.write('robots.csv', ladderTable());
  await workspace.run('build', 'ladder.ml');
}, 60_000);
afterAll(() => workspace.remove());

const FIT = ['fit', 'ladder.wasm', 'robots.csv', '--outcome', 'success=robot1', '--draws', '200'];

describe('fit on a terminal', () => {
  const onTerminal = (...more: string[]) =>
    runPython(ON_A_TERMINAL, workspace.path, process.execPath, MAIN, ...FIT, ...more) as {
      readonly status: number;
      readonly text: string;
    };

  it.runIf(canTry)('ends with a forest plot of its width, after the table', () => {
    const { text } = onTerminal();
    const [table, plot] = text.split('\nForest plot: ● mean, ');
    expect(table).toContain('95 % HDI');
    const lines = plot!.trimEnd().split('\n').slice(-3);
    expect(lines[0]).toMatch(/^climb +0 {2}├ *[╶─╼━●╾╴]+ *┤ {2}6 m$/);
    expect(lines[1]).toMatch(/^nightSight +0 {2}├.*●.*┤ {2}1 probability$/);
    expect(lines[2]).toMatch(/^lean .*●/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(90);
  });

  it.runIf(canTry)('leaves no line of its progress behind, however long a path is', () => {
    const folder = 'a-folder-with-a-long-name'.repeat(6);
    process.env.ALL_STREAMS = '1';
    try {
      const { text } = onTerminal('--out', `${folder}/results`);
      const shown = text
        .replaceAll('\r\u001b[K', '\n')
        .split('\n')
        .filter((line) => /^(?:reading|compiling|checking|writing) .*…/.test(line));
      expect(shown.some((line) => line.startsWith('writing'))).toBe(true);
      for (const line of shown) expect([...line].length).toBeLessThan(90);
    } finally {
      delete process.env.ALL_STREAMS;
    }
  });

  it.runIf(canTry)('prints nothing but the object with --json', () => {
    const { text } = onTerminal('--json');
    expect(Object.keys(JSON.parse(text).subjects)).toEqual(['robot1']);
  });

  it('has no forest plot where the results go to a pipe', async () => {
    const { stdout } = await workspace.run(...FIT);
    expect(stdout).toContain('95 % HDI');
    expect(stdout).not.toContain('Forest plot');
  });
});
