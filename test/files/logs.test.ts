/** Logs of programs that evaluate language models, made by these programs (logs/make-logs.py), as tables. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../files/file-error.ts';
import { readColumns, type TableColumn } from '../../files/tables/read-columns.ts';
import { readTableFile } from '../../files/tables/read-table.ts';
import { readTableFiles, withoutSharedFolders } from '../../files/tables/several-files.ts';
import { tableFileOf } from '../../files/tables/table-file.ts';
import type { Cell } from '../../files/tables/table-visitor.ts';
import { casesOf } from '../random-cases.ts';

const FOLDER = new URL('./logs/', import.meta.url);
const at = (name: string) => new URL(name, FOLDER);
const HARNESS = readdirSync(at('lm-eval/')).filter((name) => name.startsWith('samples_'));
const harness = (task: string) =>
  at(`lm-eval/${HARNESS.find((name) => name.startsWith(`samples_${task}_`))}`);

const values = (columns: ReadonlyMap<string, TableColumn>, name: string) => [...columns.get(name)!];

/** The wanted columns of all rows of some files, and the notes. */
async function read(paths: readonly string[], columns: readonly string[]) {
  const rows: Record<string, Cell>[] = [];
  const notes: string[] = [];
  let header: readonly string[] = [];
  await readTableFiles(
    paths,
    {
      begin: (names) => {
        header = names;
        return columns.map((column) => names.indexOf(column));
      },
      row: (cells) =>
        rows.push(Object.fromEntries(columns.map((name) => [name, cells[header.indexOf(name)]!]))),
      flaw: () => undefined,
      note: (note) => notes.push(note.replaceAll(FOLDER.pathname, '')),
    },
    {},
  );
  return { rows, notes, header };
}

describe('a log of Inspect', () => {
  it('has one row per sample and epoch, with its task, model, score and metadata', async () => {
    const columns = await readColumns(at('addition.eval'));
    expect(values(columns, 'id')).toEqual([1, 2].flatMap(() => ['q0', 'q1', 'q2', 'q3', 'q4', 'q5']));
    expect(values(columns, 'epoch')).toEqual([1, 2].flatMap((epoch) => Array(6).fill(epoch)));
    expect(new Set(values(columns, 'task'))).toEqual(new Set(['addition']));
    expect(new Set(values(columns, 'model'))).toEqual(new Set(['mockllm/model']));
    expect(values(columns, 'minutes').slice(0, 6)).toEqual([0, 1.5, 3, 4.5, 6, 7.5]);
    expect(values(columns, 'score.match').every((score) => score === 'C' || score === 'I')).toBe(true);
    expect(values(columns, 'score')).toEqual(values(columns, 'score.match'));
    expect(values(columns, 'total_tokens')).toEqual(Array(12).fill(7));
    // Metadata of a name that every log has, and of an object.
    expect(new Set(values(columns, 'metadata.epoch'))).toEqual(new Set(['stone']));
    expect(new Set(values(columns, 'origin.book'))).toEqual(new Set([7]));
  });

  it('is the same as an archive and as JSON', async () => {
    const [archive, json] = await Promise.all([
      readColumns(at('addition.eval')),
      readColumns(at('addition.json')),
    ]);
    expect([...json.keys()].sort()).toEqual([...archive.keys()].sort());
    const rowOf = (columns: ReadonlyMap<string, TableColumn>) => {
      const order = values(columns, 'uuid').map(String);
      return (name: string) => new Map(order.map((id, row) => [id, values(columns, name)[row]]));
    };
    for (const name of archive.keys()) expect(rowOf(json)(name), name).toEqual(rowOf(archive)(name));
  });

  it('gives the length of an input that its summaries cut', async () => {
    const columns = await readColumns(at('addition.eval'), { columns: ['id', 'input_length'] });
    expect(values(columns, 'input_length').slice(0, 4)).toEqual([12, 12, 12 + 2800, 12]);
  });

  it('has a column per scorer and per part of a score, and no common one if there are several', async () => {
    const columns = await readColumns(at('two-scorers.eval'));
    expect([...columns.keys()].filter((name) => name.startsWith('score'))).toEqual([
      'score.match',
      'score.judge.style',
      'score.judge.right',
    ]);
    expect(values(columns, 'score.judge.style')).toEqual([0.5, 0.5, 0.5]);
  });

  it('tells of samples without a score, with the reason', async () => {
    const { rows, notes } = await read([at('broken.eval').pathname], ['id', 'score', 'error']);
    expect(rows.filter(({ score }) => score === null).map(({ id }) => id)).toEqual(['q3']);
    expect(rows[3]!.error).toContain('the sandbox is gone');
    expect(notes).toEqual([
      'broken.eval: 1 of 6 samples without a score (1 ended with an error); a missing outcome does not count in the fit.',
    ]);
  });

  it('is read as far as it goes when its run was killed', async () => {
    const { rows, notes } = await read(
      [at('killed.eval').pathname],
      ['id', 'epoch', 'score.match', 'status'],
    );
    const whole = await read([at('addition.eval').pathname], ['id', 'epoch', 'score.match', 'status']);
    expect(rows).toEqual(whole.rows.map((row) => ({ ...row, status: 'started' })));
    expect(notes).toEqual([
      'killed.eval: the run has the status "started", so samples may be missing; it has 12.',
    ]);
  });
});

describe('samples of lm-evaluation-harness', () => {
  it('have the columns of the document, and the task and the model of their run', async () => {
    const { rows } = await read(
      [harness('sums').pathname],
      ['doc_id', 'doc.family', 'doc.minutes', 'acc', 'task', 'model'],
    );
    expect(rows.map((row) => [row.doc_id, row['doc.family'], row['doc.minutes']])).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => [i, i % 2 === 1 ? 'sums' : 'doubles', 1.5 * i]),
    );
    expect(rows.every(({ acc }) => acc === 0 || acc === 1)).toBe(true);
    expect(new Set(rows.map(({ task, model }) => `${task} ${model}`))).toEqual(
      new Set(['sums made-up/model']),
    );
  });

  it('tell of several filters, which repeat each document', async () => {
    const { rows, notes } = await read([harness('say').pathname], ['filter']);
    expect(rows.map(({ filter }) => filter)).toEqual([...Array(6).fill('strict'), ...Array(6).fill('loose')]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('(strict, loose): say which to use, such as --rows filter=strict.');
  });
});

describe('statistics of HELM', () => {
  it('have one row per instance, with each statistic, and the model of their run', async () => {
    const columns = await readColumns(at('helm/per_instance_stats.json'));
    expect(columns.get('instance_id')).toHaveLength(5);
    expect(new Set(values(columns, 'model'))).toEqual(new Set(['simple/model1']));
    expect(new Set(values(columns, 'num_prompt_tokens'))).toEqual(new Set([385]));
    expect(values(columns, 'exact_match').every((match) => match === 0 || match === 1)).toBe(true);
  });
});

describe('a recording of openai/evals', () => {
  it('has one row per sample', async () => {
    const { rows } = await read(
      [at('openai-evals.jsonl').pathname],
      ['sample_id', 'correct', 'eval', 'model', 'expected'],
    );
    const sorted = rows.sort((a, b) => String(a.sample_id).localeCompare(String(b.sample_id)));
    expect(sorted.map(({ sample_id, correct }) => [sample_id, correct])).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => [`sums.test.${i}`, i % 3 !== 0]),
    );
    expect(sorted[1]).toMatchObject({ eval: 'sums.test.v0', model: 'dummy', expected: 'dummy' });
  });
});

const LOGS = [
  'addition.eval',
  'addition.json',
  'two-scorers.eval',
  'helm/per_instance_stats.json',
  'openai-evals.jsonl',
];

describe('a damaged log', () => {
  const nothing = { begin: () => [], row: () => undefined, flaw: () => undefined };
  const open = (bytes: Uint8Array, name: string) =>
    readTableFile(tableFileOf(bytes, name), { ...nothing, begin: (header) => header.keys() });

  it.each(LOGS)('%s, cut off anywhere, is refused', async (name) => {
    const bytes = readFileSync(at(name));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 3 }), async (length) => {
        // A recording of events may end with any whole line.
        if (name.endsWith('.jsonl') && bytes[length - 1] === 10) return;
        if (name.endsWith('.jsonl') && bytes[length] === 10) return;
        await expect(open(bytes.subarray(0, length), name)).rejects.toBeInstanceOf(FileError);
      }),
      { numRuns: casesOf(120) },
    );
  });

  it('with other bytes in what is read of an archive is refused, by entry', async () => {
    const bytes = readFileSync(at('two-scorers.eval'));
    const begin = bytes.indexOf('summaries.json', bytes.indexOf('_journal/summaries') + 30);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const damaged = Uint8Array.from(bytes);
          damaged[begin + 40 + place]! ^= change;
          await expect(open(damaged, 'two-scorers.eval')).rejects.toThrow(/entry summaries\.json is damaged/);
        },
      ),
      { numRuns: casesOf(120) },
    );
  });

  it('without samples, or that is another archive, is refused in words', async () => {
    const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    await expect(
      open(text({ version: 2, status: 'error', eval: { task: 't' }, samples: [] }), 'log.json'),
    ).rejects.toThrow('log.json is a log of Inspect without samples (its status is error).');
    await expect(open(text([{ instance_id: 'a', score: 1 }]), 'list.json')).rejects.toThrow(
      'list.json is a file of HELM without statistics of instances.',
    );
    await expect(open(new TextEncoder().encode('{"spec": {}}\n'), 'out.jsonl')).rejects.toThrow(
      'out.jsonl is a recording of openai/evals without samples.',
    );
  });

  it('may have numbers that JSON does not have, which Python writes', async () => {
    const bytes = new TextEncoder().encode(
      '{"version": 2, "eval": {"task": "NaN"}, "samples": [{"id": 1, "epoch": 1, "scores": {"s": {"value": NaN}}, "metadata": {"note": "NaN, \\"Infinity\\""}}]}',
    );
    const columns = await readColumns(bytes, { name: 'log.json' });
    expect([...columns.get('score')!]).toEqual([Number.NaN]);
    expect([...columns.get('note')!]).toEqual(['NaN, "Infinity"']);
    expect([...columns.get('task')!]).toEqual(['NaN']);
  });
});

describe('several files', () => {
  it('are one table, in which each row has its file', async () => {
    const paths = ['addition.eval', 'two-scorers.eval'].map((name) => at(name).pathname);
    const { rows, notes } = await read(paths, ['task', 'file']);
    expect(notes).toEqual([]);
    expect(rows.map(({ task, file }) => `${task} ${file}`)).toEqual([
      ...Array(12).fill('addition addition.eval'),
      ...Array(3).fill('two_scorers two-scorers.eval'),
    ]);
  });

  it('count a sample once that is in two logs', async () => {
    const paths = ['addition.eval', 'killed.eval'].map((name) => at(name).pathname);
    const { rows, notes } = await read(paths, ['id']);
    expect(rows).toHaveLength(12);
    expect(notes.at(-1)).toBe(
      'killed.eval: 12 samples are in addition.eval too, as after a run that was tried again; each is used once.',
    );
  });

  it('of two kinds are refused', async () => {
    const csv = new URL('../../stdlib-layouts/ocr/words.csv', import.meta.url).pathname;
    await expect(read([at('addition.eval').pathname, csv], [])).rejects.toThrow(
      /are tables of different kinds, which cannot be read as one\.$/,
    );
  });

  it('are named without the folders that they share', () => {
    expect(withoutSharedFolders(['a/x.eval', 'a/b/y.eval'])).toEqual(['x.eval', 'b/y.eval']);
    expect(withoutSharedFolders(['x.eval', 'b/y.eval'])).toEqual(['x.eval', 'b/y.eval']);
    expect(withoutSharedFolders(['/a/x/s.eval', '/a/y/s.eval'])).toEqual(['x/s.eval', 'y/s.eval']);
  });
});
