/** The files that commands write and read back, and the commands that read them. */
import type { Workspace } from '../cli/run-command.ts';

const QUICK = ['--chains', '2', '--warmup', '60', '--draws', '40', '--scouts', '2'];
const OUTCOME = ['--outcome', 'success=robot1'];

/** Makes them in a folder with `ladder.ml` and `robots.csv`. */
export async function makeFiles(workspace: Workspace): Promise<void> {
  const run = async (...words: readonly string[]) => {
    const { status, stderr } = await workspace.run(...words);
    // A fit as short as these converges or not; its files are the same.
    if (status !== 0 && status !== 3 && status !== 5) throw new Error(`${words.join(' ')}: ${stderr}`);
  };
  await run('fit', 'ladder.ml', 'robots.csv', ...OUTCOME, ...QUICK, '--out', 'fits');
  await run('fit', 'ladder.ml', 'robots.csv', ...OUTCOME, ...QUICK, '--seed', '2', '--out', 'others');
  await run('fit', 'ladder.ml', 'robots.csv', ...OUTCOME, '--method', 'map', '--out', 'points');
  await run('compare', 'fits/robot1', 'others/robot1', '--data', 'robots.csv', '--out', 'comparison.json');
  await run(
    ...['evaluate', 'ladder.ml', 'robots.csv', ...OUTCOME, ...QUICK, '--split', '0.7'],
    ...['--splits', 'splits.json', '--out', 'evaluation.json'],
  );
}

/** Each with the words that read it, and whether its digest is made right again after the damage. */
export const damagedFiles: readonly { file: string; words: readonly string[]; seal: boolean }[] = [
  ...[
    ['predict', 'fits/robot1', 'robots.csv'],
    ['report', 'fits/robot1'],
    ['compare', 'fits/robot1', 'others/robot1', '--data', 'robots.csv'],
    ['plot', 'forest', 'fits/robot1'],
    ['predictive-check', 'fits/robot1', 'robots.csv'],
  ].map((words) => ({ file: 'fits/robot1/summary.json', words, seal: true })),
  { file: 'fits/robot1/summary.json', words: ['report', 'fits/robot1'], seal: false },
  { file: 'points/robot1/summary.json', words: ['predict', 'points/robot1', 'robots.csv'], seal: true },
  {
    file: 'evaluation.json',
    words: ['report', 'fits/robot1', '--evaluation', 'evaluation.json'],
    seal: false,
  },
  {
    file: 'comparison.json',
    words: [
      'predict',
      'fits/robot1',
      'robots.csv',
      '--stack',
      'others/robot1',
      '--weights',
      'comparison.json',
    ],
    seal: false,
  },
  {
    file: 'splits.json',
    words: [
      ...['evaluate', 'ladder.ml', 'robots.csv', ...OUTCOME, ...QUICK, '--split', '0.7'],
      ...['--splits', 'splits.json', '--no-baselines'],
    ],
    seal: false,
  },
];
