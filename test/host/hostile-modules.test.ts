import { describe, expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { condense } from '../../host/condense.ts';
import { bindInstance } from '../../host/instance.ts';
import { loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { sample } from '../../host/sample.ts';
import { orderColumns } from '../../module/columns.ts';
import { HostError } from '../../module/host-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import { normalTarget } from '../sampler/targets.ts';
import { DENSITY_COLUMNS, densityModule } from './density-module.ts';
import { type HandMade, handMade } from './hand-made.ts';
import { STAND_IN_MANIFEST, standIn, standInColumns } from './stand-in.ts';

/** The worker as built, since a thread runs JavaScript. */
const WORKER = new URL('../../dist/host/node/chain-worker.js', import.meta.url);

const [latent] = STAND_IN_MANIFEST.latents;
const [demand, outcome] = STAND_IN_MANIFEST.columns;

async function bound(module: HandMade) {
  const loaded = await loadModule(handMade(module));
  return bindInstance(loaded, { columns: orderColumns(loaded.manifest, standInColumns()) });
}

async function sampled(module: HandMade, method: 'nuts' | 'smc' = 'nuts') {
  const pool = openThisThread();
  return sample(await loadModule(handMade(module)), standInColumns(), {
    pool,
    chains: 1,
    warmup: 0,
    draws: 5,
    method,
  });
}

async function condensed(functions: Readonly<Record<string, string>>) {
  return condense(await loadModule(handMade({ functions })), standInColumns(10_000));
}

const NOWHERE = '(i32.const 0x7ffffff8)';
const RECURSION = {
  head: '(memory (export "memory") 2 16) (func $deep (result i32) (i32.add (i32.const 1) (call $deep)))',
  functions: { bind: '(call $deep)' },
};

/** What lies about itself, or breaks, once it is given data. */
const lies: Readonly<Record<string, () => Promise<unknown>>> = {
  'a manifest with a latent more than the code has': () =>
    bound({ manifest: { ...STAND_IN_MANIFEST, latents: [latent, { ...latent, name: 'other' }] } }),
  'a manifest with no latents': () => bound({ manifest: { ...STAND_IN_MANIFEST, latents: [] } }),
  'a manifest with a column less than the code has': async () => {
    const manifest = { ...STAND_IN_MANIFEST, columns: [outcome], dataTerms: [] };
    return bindInstance(await loadModule(handMade({ manifest })), { columns: [standInColumns().get('y')!] });
  },
  'a manifest with a column more than the code has': async () => {
    const manifest = {
      ...STAND_IN_MANIFEST,
      columns: [{ ...demand, name: 'w' }, demand, outcome],
    } as Manifest;
    const columns = standInColumns().set('w', standInColumns().get('x')!);
    return bindInstance(await loadModule(handMade({ manifest })), {
      columns: orderColumns(manifest, columns),
    });
  },
  'a manifest with a statistic less than the code has': () =>
    bound({ manifest: { ...STAND_IN_MANIFEST, statistics: [] } }),
  'a manifest with a statistic more than the code has': () =>
    bound({ manifest: { ...STAND_IN_MANIFEST, statistics: ['mean(y)', 'sd(x)'] } }),
  'another version than the manifest says': () => bound({ functions: { abi_version: '(i32.const 1)' } }),
  'a column outside the memory': () =>
    bound({
      functions: { column: `(select (i32.const 0) ${NOWHERE} (i32.gt_u (local.get 0) (i32.const 1)))` },
    }),
  'a column where no number may begin': () =>
    bound({
      functions: { column: '(select (i32.const 0) (i32.const 1028) (i32.gt_u (local.get 0) (i32.const 1)))' },
    }),
  'no room for rows': () => bound({ functions: { begin_data: '(i32.const 1)' } }),
  'no room for what follows from the rows': () => bound({ functions: { bind: '(i32.const 1)' } }),
  'a trap where it is given rows': () => bound({ functions: { add_rows: '(unreachable)' } }),
  'a recursion without end': () => bound(RECURSION),
  'data for memory that it does not have': () =>
    bound({ head: '(memory (export "memory") 2 16) (data (i32.const 900000) "far")' }),
  'room outside the memory': async () => (await bound({ functions: { allocate: NOWHERE } })).logDensity([0]),
  'no room for a point': async () =>
    (await bound({ functions: { allocate: '(i32.const 0)' } })).logDensity([0]),
  'a trap where its density is evaluated': async () =>
    (await bound({ functions: { log_density: '(unreachable)' } })).logDensity([0]),
  'a trap where its scale is asked for': async () =>
    (await bound({ functions: { constrain: '(unreachable)' } })).constrain([0]),
  'rows outside the memory': () => sampled({ functions: { allocate: NOWHERE } }),
  'fewer transitions than were asked for': () => sampled({ functions: { chain_run: '(i32.const 0)' } }),
  'no start': () => sampled({ functions: { chain_start: '(i32.const 1)' } }),
  'no memory for a chain': () => sampled({ functions: { chain_start: '(i32.const 2)' } }),
  'a trap in a chain': () => sampled({ functions: { chain_run: '(i32.load (i32.const -4))' } }),
  'a trap where particles are read': () =>
    sampled({ functions: { smc_run: '(i32.const 1)', smc_draws: '(unreachable)' } }, 'smc'),
  'a trap where particles are reported': () => sampled({ functions: { smc_report: '(unreachable)' } }, 'smc'),
  'a count of rows that are not there': () => condensed({ distinct_rows: '(i32.const 3)' }),
  'more distinct rows than memory': () =>
    condensed({ distinct_rows: '(i32.const 4000)', distinct_counts: '(i32.const 130000)' }),
  'a trap where it is given many rows': () => condensed({ add_rows: '(unreachable)' }),
};

describe('a module that lies or breaks', () => {
  for (const [title, use] of Object.entries(lies)) {
    it(`is told of as an error of its own: ${title}`, async () => {
      const error: unknown = await use().then(
        () => 'it went well',
        (thrown) => thrown,
      );
      if (!(error instanceof HostError)) throw error;
      await expect(
        `error of kind ${error.kind}: ${error.message}\n  = help: ${error.remedy}\n`,
      ).toMatchFileSnapshot(`messages/hostile/${title.replaceAll(' ', '-')}.txt`);
    });
  }

  it('can be sampled where it keeps to the ABI', async () => {
    const [chain] = await sampled({});
    expect(chain!.latents).toEqual([new Float64Array(5)]);
  });
});

describe('a module without end', () => {
  const endless = '(loop $again (br $again)) (unreachable)';

  for (const where of ['chain_run', 'chain_start', 'bind', 'add_rows', 'values']) {
    it(`is stopped with its thread when it is told to: ${where}`, async () => {
      const controller = new AbortController();
      const pool = openWorkers(1, WORKER);
      const loaded = await loadModule(handMade({ functions: { [where]: endless } }));
      const run = sample(loaded, standInColumns(), { pool, chains: 1, signal: controller.signal });
      setTimeout(() => controller.abort(), 200);
      await expect(run).rejects.toMatchObject({ kind: 'interrupted' });
      // The pool is as it was.
      const after = await sample(await loadModule(await standIn()), standInColumns(), {
        pool,
        chains: 1,
        draws: 3,
      });
      expect(after[0]!.lp).toHaveLength(3);
      await pool.close();
    });
  }
});

describe('a limit of memory', () => {
  for (const method of ['nuts', 'smc'] as const) {
    it(`ends ${method} in an error that says so, and never in other draws`, async () => {
      const bytes = await densityModule(normalTarget(Array(300).fill(1)));
      const run = async (memoryBytes: number) =>
        sample(await loadModule(bytes, { memoryBytes }), DENSITY_COLUMNS, {
          ...{ pool: openThisThread(), method, chains: 1, warmup: 20, draws: 10 },
        });
      const free = await run(2 ** 32);
      const outcomes: string[] = [];
      for (let pages = 1; outcomes.at(-1) !== 'the same draws'; pages++) {
        outcomes.push(
          await run(2 ** 16 * pages).then(
            (draws) => {
              expect(draws).toEqual(free);
              return 'the same draws';
            },
            (error: HostError) => error.message,
          ),
        );
      }
      expect(outcomes.length).toBeGreaterThan(3);
      expect(new Set(outcomes.slice(0, -1))).toEqual(
        new Set(['There is not enough memory for the 1 rows of these data.']),
      );
    });
  }
});
