/** `theodolite tables --stack` and `--spread`: matrices as tables with one row per answer, and back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, transcript, type Workspace } from './run-command.ts';

const WIDE = 'item,area,m2,m10\n01,x,1,0\n02,y,,1\n03,x,0,0\n';
const LONG = 'item,area,model,right\n01,x,m2,1\n02,y,m2,\n03,x,m2,0\n01,x,m10,0\n02,y,m10,1\n03,x,m10,0\n';
const TURNED = 'model,01,02,03\nm2,1,,0\nm10,0,1,0\n';

let workspace: Workspace;
beforeAll(() => {
  workspace = openWorkspace();
  workspace.write('wide.csv', WIDE);
  workspace.write('long.csv', LONG);
  workspace.write('mixed.csv', 'item,m1,m2,length\na,1,0,3.5\nb,0,1,2.5\n');
  workspace.write('epochs.csv', 'item,model,epoch,right\na,m,1,1\na,m,2,0\na,n,1,1\n');
  workspace.write('weights.csv', 'item,model,w,right\na,m,0.5,1\na,n,2,0\nb,m,1,1\n');
  workspace.write('gap.csv', 'item,model,right\na,m,1\nb,,0\n');
  workspace.write('clash.csv', 'item,model,right\na,item,1\nb,m,0\n');
});
afterAll(() => workspace.remove());

const tables = (...args: readonly string[]) => workspace.run('tables', ...args);

describe('tables', () => {
  it('writes a matrix as rows, whose other cells stay as they were', async () => {
    const found = await tables('wide.csv', '--stack', 'model', '--outcome', 'right=m*');
    expect(found).toEqual({ status: 0, stdout: LONG, stderr: '' });
  });

  it('takes all columns but those of text for a pattern that matches all', async () => {
    expect((await tables('wide.csv', '--stack', 'model', '--outcome', 'right=m10,m2')).stdout).toContain(
      '01,x,m10,0\n02,y,m10,1\n03,x,m10,0\n01,x,m2,1',
    );
    workspace.write('plain.csv', 'item,m2,m10\na,1,0\nb,,1\n');
    expect((await tables('plain.csv', '--stack', 'model', '--outcome', 'right=*')).stdout).toBe(
      'item,model,right\na,m2,1\nb,m2,\na,m10,0\nb,m10,1\n',
    );
  });

  it('writes rows as a matrix, either way round, and so has the first one again', async () => {
    expect(
      await tables('long.csv', '--spread', 'model', '--outcome', 'right', '--out', 'back.csv'),
    ).toMatchObject({
      status: 0,
      stdout: '',
    });
    expect(workspace.read('back.csv')).toBe(WIDE);
    const turned = await tables('long.csv', '--spread', 'item', '--outcome', 'right', '--by', 'model');
    expect(turned).toEqual({ status: 0, stdout: TURNED, stderr: '' });
  });

  it('writes the answers of a fit to the matrix and of one to the rows with the same numbers', async () => {
    workspace.write(
      'board.ml',
      'layout Board\ncategory item, model\ncapability skill[model] ~ normal(0, 1)\nparam hard[item] ~ normal(0, 1)\nobserve right ~ bernoulli(logistic(skill[model] - hard[item]))\n',
    );
    const quick = ['--warmup', '100', '--draws', '50', '--chains', '1', '--json'];
    const wide = await workspace.run(
      'fit',
      'board.ml',
      'wide.csv',
      '--outcome',
      'right=m*',
      '--stack',
      'model',
      ...quick,
    );
    const long = await workspace.run('fit', 'board.ml', 'long.csv', ...quick);
    const numbersOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).subjects.right.parameters;
    expect(numbersOf(long)).toEqual(numbersOf(wide));
  });

  it('tells of a column that tears the rows of a matrix apart', async () => {
    const { stdout, stderr } = await tables('weights.csv', '--spread', 'model', '--outcome', 'right');
    expect(stdout).toBe('item,w,m,n\na,0.5,1,\na,2,,0\nb,1,1,\n');
    expect(stderr).toBe('note: item, w together make 3 rows, and `item` alone would make 2: --by item.\n');
  });

  it.each<[string, readonly string[]]>([
    ['both shapes', ['wide.csv', '--stack', 'model', '--spread', 'item', '--outcome', 'right=m*']],
    ['a stack of nothing', ['wide.csv', '--stack', 'model']],
    ['a spread of nothing', ['long.csv', '--spread', 'model']],
    ['columns that stay without a spread', ['wide.csv', '--by', 'item']],
    ['JSON', ['long.csv', '--spread', 'model', '--outcome', 'right', '--json']],
    ['a stack without the name of its cells', ['wide.csv', '--stack', 'model', '--outcome', 'm*']],
    ['a pattern without columns', ['wide.csv', '--stack', 'model', '--outcome', 'right=a*']],
    ['a column that is not there', ['long.csv', '--spread', 'modell', '--outcome', 'right']],
    ['a name that is there already', ['wide.csv', '--stack', 'area', '--outcome', 'right=m*']],
    ['columns of several kinds', ['mixed.csv', '--stack', 'model', '--outcome', 'right=*']],
    ['two rows for a cell', ['epochs.csv', '--spread', 'model', '--outcome', 'right', '--by', 'item']],
    ['a row without a level', ['gap.csv', '--spread', 'model', '--outcome', 'right']],
    ['a level with the name of a column', ['clash.csv', '--spread', 'model', '--outcome', 'right']],
    [
      'a column that stays and is spread',
      ['long.csv', '--spread', 'model', '--outcome', 'right', '--by', 'model'],
    ],
  ])('refuses %s', async (what, args) => {
    const found = await tables(...args);
    expect(found.status).toBeGreaterThan(0);
    await expect(transcript(found)).toMatchFileSnapshot(
      `messages/table-shapes/${what.replaceAll(' ', '-')}.txt`,
    );
  });
});
