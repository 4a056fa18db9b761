import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { arvizJson } from '../../files/fits/draws-arviz.ts';
import { parquetDraws } from '../../files/fits/draws-parquet.ts';
import { hasPython, runPython } from '../python.ts';
import { fittedDraws, WRITTEN } from './fitted.ts';

const folder = mkdtempSync(join(tmpdir(), 'theodolite-draws-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const parquetOf = async (fit: ReturnType<typeof fittedDraws>) =>
  Buffer.concat([...(await parquetDraws(fit, WRITTEN))]);
const bufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;

/** Numbers that are easily lost: of any size, without a value, or with one that no JSON has. */
const ODD = [5e-324, 1e21, 1 / 3, -0, Number.NaN, Infinity, -Infinity, 2 ** 53];
const odd = () => fittedDraws(ODD.length, (chain, latent, draw) => (chain === 2 ? ODD[draw]! : latent));

describe('draws for ArviZ', () => {
  it('are its JSON, as stored', async () => {
    await expect([...arvizJson(fittedDraws(3), WRITTEN)].join('')).toMatchFileSnapshot(
      'stored/inference-data.txt',
    );
  });

  it('are JSON of any reader where every number is finite and there', () => {
    const fit = fittedDraws(700);
    const columns = new Map([...WRITTEN.columns, ['time', Float64Array.of(1, 2, 3)]]);
    const parsed = JSON.parse([...arvizJson(fit, { ...WRITTEN, columns })].join(''));
    for (const [latent, series] of [0, 1].map((at) => [at, fit.draws[1]!.latents[at]!] as const)) {
      expect(parsed.posterior.climb[1].map((levels: number[]) => levels[latent])).toEqual([...series]);
    }
    expect(parsed.posterior.slip[0]).toEqual([...fit.draws[0]!.latents[2]!]);
    expect(parsed.sample_stats.energy[1]).toEqual([...fit.draws[1]!.energy]);
    expect(parsed.coords).toEqual({ team: ['ada', 'a "b", ü'] });
  });

  const hasArviz = hasPython(['arviz'], 'that ArviZ reads the draws');
  it.skipIf(!hasArviz)('are read by ArviZ, every double as it was', () => {
    const path = written('inference-data.json', [...arvizJson(odd(), WRITTEN)].join(''));
    // ArviZ 1 has no from_json; its from_dict takes the same groups.
    const read = runPython(
      `
import arviz, json, numpy, sys
if hasattr(arviz, "from_json"):
    data = arviz.from_json(sys.argv[1])
    group = lambda name: data[name]
else:
    parts = json.load(open(sys.argv[1]))
    arrays = lambda group: {name: numpy.array(values) for name, values in group.items()}
    groups = {name: arrays(parts[name]) for name in ("posterior", "sample_stats", "observed_data")}
    attrs = {"posterior": parts["posterior_attrs"]}
    data = arviz.from_dict(groups, coords=parts["coords"], dims=parts["dims"], attrs=attrs)
    group = lambda name: data[name].to_dataset()
posterior, stats, observed = group("posterior"), group("sample_stats"), group("observed_data")
hex = lambda values: [float(value).hex() for value in values.values.ravel()]
print(json.dumps({
    "dims": list(posterior["climb"].dims),
    "team": [str(name) for name in posterior["team"].values],
    "climb": hex(posterior["climb"].sel(team="ada", chain=1)),
    "slip": hex(posterior["slip"].sel(chain=1)),
    "stats": {name: str(stats[name].dtype) for name in stats.data_vars},
    "success": observed["success"].values.tolist(),
    "row": list(observed["time"].dims),
    "time": hex(observed["time"]),
    "seed": posterior.attrs["seed"],
    "library": posterior.attrs["inference_library"],
}))`,
      path,
    );
    const hex = runPython(
      'import sys, json; print(json.dumps([float(text).hex() for text in sys.argv[1:]]))',
      ...ODD.map((value) => (Object.is(value, -0) ? '-0.0' : String(value).replace('Infinity', 'inf'))),
    );
    expect(read).toEqual({
      dims: ['chain', 'draw', 'team'],
      team: ['ada', 'a "b", ü'],
      climb: hex,
      slip: hex,
      stats: {
        lp: 'float64',
        acceptance_rate: 'float64',
        step_size: 'float64',
        tree_depth: 'int64',
        n_steps: 'int64',
        diverging: 'bool',
        energy: 'float64',
      },
      success: [1, 0, 1],
      row: ['row'],
      time: ['0x1.0000000000000p+1', 'nan', '0x1.0000000000000p-2'],
      seed: '18446744073709551615',
      library: 'theodolite',
    });
  });
});

describe('draws in Parquet', () => {
  it('are one row a draw, every double as it was, with what made them', async () => {
    const fit = odd();
    const bytes = await parquetOf(fit);
    const rows = await parquetReadObjects({ file: bufferOf(bytes) });
    expect(Object.keys(rows[0]!)).toEqual([
      ...[
        'chain',
        'draw',
        'lp__',
        'accept_stat__',
        'stepsize__',
        'treedepth__',
        'n_leapfrog__',
        'divergent__',
      ],
      ...['energy__', 'climb[ada]', 'climb[a "b", ü]', 'slip'],
    ]);
    expect(rows.map(({ chain, draw }) => [chain, draw])).toEqual(
      [1, 2].flatMap((chain) => ODD.map((_, draw) => [chain, draw + 1])),
    );
    expect(rows.slice(ODD.length).map((row) => row['climb[ada]'])).toEqual(ODD);
    expect(rows.map((row) => row.energy__)).toEqual(fit.draws.flatMap(({ energy }) => [...energy]));
    expect(rows.map((row) => row.n_leapfrog__)).toEqual(fit.draws.flatMap(({ leapfrogs }) => [...leapfrogs]));
    const { key_value_metadata, created_by } = parquetMetadata(bufferOf(bytes));
    expect(created_by).toBe('theodolite version 1.2.3');
    expect(JSON.parse(key_value_metadata!.find(({ key }) => key === 'theodolite')!.value!)).toEqual({
      inference_library: 'theodolite',
      inference_library_version: '1.2.3',
      layout: 'Walls',
      method: 'nuts',
      seed: '18446744073709551615',
      chains: 2,
      draws: ODD.length,
      tuning_steps: 1000,
      target_accept: 0.8,
      max_tree_depth: 10,
    });
  });

  it('are the same bytes each time, in pieces of bounded size', async () => {
    const fit = fittedDraws(70_000);
    const pieces = [...(await parquetDraws(fit, WRITTEN))];
    expect(pieces).toHaveLength(4);
    expect(Buffer.concat(pieces).equals(await parquetOf(fit))).toBe(true);
    const rows = await parquetReadObjects({
      file: bufferOf(Buffer.concat(pieces)),
      columns: ['chain', 'draw', 'slip'],
    });
    expect(rows).toHaveLength(140_000);
    expect(rows.at(-1)).toEqual({ chain: 2, draw: 70_000, slip: fit.draws[1]!.latents[2]!.at(-1) });
    expect(rows[65_536]).toEqual({ chain: 1, draw: 65_537, slip: fit.draws[0]!.latents[2]![65_536] });
  });

  const hasArrow = hasPython(['pyarrow.parquet'], 'that pyarrow reads the draws');
  it.skipIf(!hasArrow)('are read by pyarrow', async () => {
    const path = written('draws.parquet', await parquetOf(fittedDraws(70_000)));
    expect(
      runPython(
        `
import json, sys
import pyarrow.parquet as parquet
table = parquet.read_table(sys.argv[1])
made = json.loads(table.schema.metadata[b"theodolite"])
print(json.dumps({
    "types": sorted({str(field.type) for field in table.schema}),
    "rows": table.num_rows,
    "nulls": sum(column.null_count for column in table.columns),
    "last": table["climb[ada]"][-1].as_py(),
    "seed": made["seed"],
}))`,
        path,
      ),
    ).toEqual({
      types: ['double', 'int32'],
      rows: 140_000,
      nulls: 0,
      last: (200 + 69_999) / 7,
      seed: '18446744073709551615',
    });
  });
});
