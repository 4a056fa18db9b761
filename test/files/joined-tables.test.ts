import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, it } from 'vitest';
import { readTable } from '../../cli/tables/read-table.ts';
import { prepare } from '../../compiler/compile.ts';
import type { Table, TableRequest } from '../../files/tables/layout-table.ts';
import { refusal } from './walls.ts';

const LAYOUT = `layout Facts

category model
category task in family
category family

demand compute[model] in [0, inf]
demand length[task] in [0, 10] missing = 1
demand tries : count

param base         ~ normal(0, 2)
param hard[task]   ~ normal(base, 1)
param easy[family] ~ normal(0, 1)

observe solved ~ binomial_logit(tries, compute[model] - hard[task] - length[task] - easy[family])
`;

const folder = mkdtempSync(join(tmpdir(), 'theodolite-joined-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ATTEMPTS = `model,task,solved,split
b,t2,1,train
a,t1,0,train
a,t2,2,train
b,t1,1,test
`;
const MODELS = 'compute,model\n10,a\n20,b\n30,c\n';
const TASKS = 'family,task,length,tries,note\nmaze,t1,2,3,x\nwalk,t2,,2,y\n';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Reads the first of the files with the others joined, in their order, as the command does. */
function read(files: Files, request: Partial<TableRequest> = {}, layout = LAYOUT): Promise<Table> {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const [path, ...joins] = Object.keys(files).map((name) => join(folder, name)) as [string, ...string[]];
  const { manifest } = prepare({ name: 'facts.ml', text: layout });
  return readTable({ path, manifest, joins, signal: new AbortController().signal, ...request });
}

/** What is read, as plain data. */
const contents = ({ demands, categories, levels, outcomes, replaced }: Table) => ({
  columns: Object.fromEntries(
    [...demands, ...categories, ...outcomes].map(([name, values]) => [name, [...values]]),
  ),
  levels: Object.fromEntries(levels),
  replaced: Object.fromEntries(replaced),
});

const WANTED = {
  columns: {
    ...{ compute: [20, 10, 10, 20], length: [1, 2, 1, 2], tries: [2, 3, 2, 3] },
    ...{ model: [1, 0, 0, 1], task: [1, 0, 1, 0], family: [1, 0, 1, 0], solved: [1, 0, 2, 1] },
  },
  levels: { model: ['a', 'b'], task: ['t1', 't2'], family: ['maze', 'walk'] },
  // The cell counts once, though two rows have its task.
  replaced: { length: 1 },
};

const COLUMNS = {
  family: ['maze', 'walk'],
  task: ['t1', 't2'],
  length: [2, null],
  tries: [3, 2],
  note: ['x', 'y'],
};
const OBJECTS = COLUMNS.task.map((_, row) =>
  Object.fromEntries(Object.entries(COLUMNS).map(([name, values]) => [name, values[row]])),
);

describe('tables that are joined', () => {
  const formats: Files = {
    'tasks.csv': TASKS,
    'tasks.csv.gz': gzipSync(TASKS),
    'tasks.tsv': TASKS.replaceAll(',', '\t'),
    'tasks.jsonl': OBJECTS.map((row) => JSON.stringify(row)).join('\n'),
    'tasks.json': JSON.stringify(OBJECTS),
    'tasks.parquet': new Uint8Array(
      parquetWriteBuffer({
        columnData: Object.entries(COLUMNS).map(([name, data]) => ({ name, data: [...data] })),
      }),
    ),
    'tasks.arrow': tableToIPC(tableFromArrays(COLUMNS), { format: 'file' })!,
  };
  for (const [name, content] of Object.entries(formats)) {
    it(`give their columns to the rows that name their levels: ${name}`, async () => {
      const table = await read({ 'attempts.csv': ATTEMPTS, 'models.csv': MODELS, [name]: content });
      expect(contents(table)).toEqual(WANTED);
      expect(table.joined.get('length')).toBe(join(folder, name));
    });
  }

  it('are joined to attempts of any format', async () => {
    const rows = ATTEMPTS.trim().split('\n').slice(1);
    const objects = rows.map((row) => {
      const [model, task, solved] = row.split(',');
      return JSON.stringify({ model, task, solved: Number(solved) });
    });
    const table = await read(
      { 'attempts.txt': objects.join('\n'), 'models.csv': MODELS, 'tasks.csv': TASKS },
      { options: { format: 'jsonl' } },
    );
    expect(contents(table)).toEqual(WANTED);
  });

  it('have their columns compared by --rows, too', async () => {
    const table = await read(
      { 'attempts.csv': ATTEMPTS, 'models.csv': MODELS, 'tasks.csv': TASKS },
      { filters: [{ column: 'note', value: 'y' }] },
    );
    expect(table.numbers).toEqual([1, 3]);
  });

  it('may lack levels of rows that are not used', async () => {
    const table = await read(
      { 'attempts.csv': ATTEMPTS, 'models.csv': 'compute,model\n10,a\n', 'tasks.csv': TASKS },
      { filters: [{ column: 'model', value: 'a' }] },
    );
    expect([...table.demands.get('compute')!]).toEqual([10, 10]);
  });

  it('are joined by all categories that both have, one after another', async () => {
    const table = await read({
      'attempts.csv': 'model,task,solved\na,t1,1\nb,t1,0\n',
      // The family is known only by the table of tasks.
      'families.csv': 'family,tries\nmaze,2\n',
      'tasks.csv': 'task,family\nt1,maze\n',
      'pairs.csv': 'task,model,length,compute\nt1,b,2,20\nt1,a,2,10\n',
    });
    expect(contents(table).columns).toMatchObject({ tries: [2, 2], compute: [10, 20] });
  });

  it('are kept beside the columns of attempts', async () => {
    const kept: unknown[][] = [];
    await read(
      { 'attempts.csv': ATTEMPTS, 'models.csv': MODELS, 'tasks.csv': TASKS },
      { keep: (cells) => kept.push([...cells]) },
    );
    expect(kept.slice(0, 2)).toEqual([
      ['model', 'task', 'solved', 'split', 'compute', 'family', 'length', 'tries', 'note'],
      ['b', 't2', '1', 'train', '20', 'walk', '', '2', 'y'],
    ]);
  });

  it('may be for another layout where several read them', async () => {
    const plain = 'layout Plain\n\nparam level ~ normal(0, 1)\n\nobserve solved ~ bernoulli_logit(level)\n';
    const table = await read(
      { 'attempts.csv': 'solved,task\n1,t1\n0,t2\n', 'tasks.csv': TASKS },
      { leavesIdleJoins: true },
      plain,
    );
    expect(table.rows).toBe(2);
  });
});

describe('a table that cannot be joined is refused', () => {
  const good = { 'attempts.csv': ATTEMPTS, 'models.csv': MODELS, 'tasks.csv': TASKS };
  const cases: Readonly<Record<string, readonly [Files, layout?: string]>> = {
    'no category in common': [{ ...good, 'models.csv': 'compute,system\n10,a\n' }],
    'no category in common in lines of JSON': [
      { 'attempts.csv': ATTEMPTS, 'models.jsonl': '{"compute": 10, "system": "a"}\n' },
    ],
    'no category in the attempts': [{ 'attempts.csv': 'solved\n1\n', 'models.csv': MODELS }],
    'no category in the layout': [
      good,
      'layout Plain\n\nparam level ~ normal(0, 1)\n\nobserve solved ~ bernoulli_logit(level)\n',
    ],
    'two rows for a level': [{ ...good, 'tasks.csv': `${TASKS}ride,t1,5,4,z\n` }],
    'two rows for two levels': [
      {
        'attempts.csv': ATTEMPTS,
        'both.csv': 'model,task,compute\na,t1,1\na,t2,1\nb,t1,1\nb,t2,1\na,t2,1\n',
      },
    ],
    'levels without a row': [
      { ...good, 'models.csv': 'compute,model\n10,a\n', 'tasks.csv': TASKS.replace('t1', 't11') },
    ],
    'two levels without a row': [
      {
        'attempts.csv': ATTEMPTS,
        'both.csv': 'model,task,compute\na,t1,1\na,t2,1\nb,t1,1\n',
        'tasks.csv': TASKS,
      },
    ],
    'a column that both have': [{ ...good, 'tasks.csv': TASKS.replace('note', 'split') }],
    'a column that two joined tables have': [{ ...good, 'more.csv': 'task,compute\nt1,1\nt2,1\n' }],
    'a table that adds nothing that is read': [{ ...good, 'notes.csv': 'task,remark,by\nt1,x,y\nt2,x,y\n' }],
    'a table before its columns are named rightly': [
      { 'attempts.csv': ATTEMPTS, 'models.csv': 'model,flops\na,1\nb,2\n' },
    ],
    'a table of levels alone': [{ ...good, 'levels.csv': 'task\nt1\nt2\n' }],
    'a cell of facts that is out of range': [{ ...good, 'tasks.csv': TASKS.replace('t1,2', 't1,20') }],
    'a row of facts without a level': [{ ...good, 'models.csv': 'compute,model\n10,a\n20,\n' }],
    'a fact that contradicts itself': [
      {
        'attempts.csv': ATTEMPTS.replace('b,t1', 'b,t2'),
        'both.csv': 'model,task,family,length,tries\na,t1,maze,1,3\na,t2,maze,2,3\nb,t2,walk,3,3\n',
        'models.csv': MODELS,
      },
    ],
    'a column that no table has': [{ 'attempts.csv': ATTEMPTS, 'models.csv': MODELS }],
    'an outcome in a table of facts': [
      { ...good, 'attempts.csv': 'model,task\na,t1\n', 'tasks.csv': TASKS.replace('note', 'solved') },
    ],
    'a column twice in a table of facts': [{ ...good, 'tasks.csv': TASKS.replace('note', 'length') }],
    'a table of facts without rows': [{ ...good, 'models.csv': 'compute,model\n' }],
    'a row of facts that is too short': [{ ...good, 'models.csv': 'compute,model\n10,a\n20\n' }],
  };
  for (const [title, [files, layout]] of Object.entries(cases)) {
    it(title, async ({ expect }) => {
      const said = await refusal(read(files, {}, layout));
      await expect(said.replaceAll(`${folder}/`, '')).toMatchFileSnapshot(
        `messages/joined/${title.replaceAll(' ', '-')}.txt`,
      );
    });
  }
});
