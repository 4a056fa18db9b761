import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { type FitOptions, fit as fitOnce } from '../../host/fit.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import type { Columns } from '../../module/columns.ts';
import { compileToFit } from '../compile-to-fit.ts';
import type { Target } from '../sampler/chain.ts';
import { funnelTarget, normalTarget } from '../sampler/targets.ts';
import { DENSITY_COLUMNS, densityModule } from './density-module.ts';
import { standIn, standInColumns } from './stand-in.ts';

/** The worker as built, since a thread runs JavaScript. */
const WORKER = new URL('../../dist/host/node/chain-worker.js', import.meta.url);
const SEEDS = [1n, 2n, 3n, 4n, 5n, 6n];
const SHORT = { warmup: 150, draws: 200 };

/** Two normals in two dimensions, 30 sds apart, with `share` of the mass in the one on the right. */
function mixture(share: number): Target {
  return {
    dimension: 2,
    logDensity: `
  const a = x(0) + 1.5;
  const b = x(0) - 1.5;
  const ofLeft = ${Math.log(1 - share)} - 50 * a * a;
  const ofRight = ${Math.log(share)} - 50 * b * b;
  const left = 1 / (1 + exp(ofRight - ofLeft));
  slope(0, -100 * (left * a + (1 - left) * b));
  slope(1, -100 * x(1));
  return max(ofLeft, ofRight) + log1p(exp(-abs(ofLeft - ofRight))) - 50 * x(1) * x(1);`,
  };
}

/** A fit of a density of the test's own. */
async function fitDensity(target: Target, options: FitOptions) {
  return fitOnce(await loadModule(await densityModule(target)), DENSITY_COLUMNS, {
    ...SHORT,
    pool: openThisThread(),
    ...options,
  });
}

/** A layout of the standard library and its rows for one system. */
async function openBattery(name: string, table: string, outcome: string, system: string) {
  const path = (file: string) =>
    fileURLToPath(new URL(`../../stdlib-layouts/${name}/${file}`, import.meta.url));
  const records: Record<string, string>[] = parse(readFileSync(path(table)), { columns: true });
  const rows = records.filter(({ split }) => split === undefined || split === 'train');
  const loaded = await loadLayout(path(`${name}.ml`));
  const columns: Columns = new Map(
    loaded.manifest.columns.map((column) => [
      column.name,
      Float64Array.from(rows, (row) => Number(row[column.name === outcome ? system : column.name])),
    ]),
  );
  return { loaded, columns };
}

const layouts = new Map<string, Promise<LoadedModule>>();

function loadLayout(path: string): Promise<LoadedModule> {
  const text = readFileSync(path, 'utf8');
  const known =
    layouts.get(path) ?? compileToFit({ name: path, text }).then(({ bytes }) => loadModule(bytes));
  layouts.set(path, known);
  return known;
}

describe('how many scouts go out', () => {
  it('is eight times as many as asked for where they take little beside the chains', async () => {
    const { scouts, scoutGradients } = await fitDensity(normalTarget([1, 2]), { scouts: 8, draws: 1000 });
    expect(scouts).toEqual({ asked: 8, out: 64, arrived: 64 });
    expect(scoutGradients).toBeLessThan(4 * (SHORT.warmup + 1000));
  });

  it('is as many as asked for where those take a gradient for each transition', async () => {
    const { scouts, verdict } = await fitDensity(normalTarget([1, 2]), { scouts: 32, warmup: 20, draws: 50 });
    expect(scouts).toEqual({ asked: 32, out: 32, arrived: 32 });
    expect(verdict.findings.map(({ kind }) => kind)).not.toContain('few-searches');
  });

  // A wall along which line searches halve: no climb arrives, and each takes what a climb may.
  it('is fewer where they take far more than the chains, and that is told', async () => {
    const wall: Target = {
      dimension: 1,
      logDensity: 'const a = abs(x(0)); slope(0, x(0) > 0 ? -1 : 1); return -a;',
    };
    const { scouts, scoutGradients, verdict } = await fitDensity(wall, { scouts: 8, warmup: 2, draws: 4 });
    expect(scouts.out).toBeLessThan(8);
    expect(scoutGradients).toBeLessThan(8 * 2000);
    const finding = verdict.findings.find(({ kind }) => kind === 'few-searches')!;
    expect(finding).toMatchObject({ weight: 'note', parameters: [] });
    expect(finding.message).toContain(`${scouts.out} of 8 searches`);
  });

  it('does not depend on what runs them', async () => {
    const loaded = await loadModule(await densityModule(mixture(0.3)));
    const both = [];
    for (const pool of [openThisThread(), await openWorkers(2, WORKER)]) {
      const { scouts, scoutGradients, modes } = await fitOnce(loaded, DENSITY_COLUMNS, {
        ...SHORT,
        scouts: 12,
        pool,
      });
      both.push({ scouts, scoutGradients, modes });
      await pool.close();
    }
    expect(both[0]).toEqual(both[1]);
  });
});

describe('scouts of a fit', () => {
  it('find a place with mass in which no chain was, whatever the seed', async () => {
    for (const seed of SEEDS) {
      // A single chain is in one of the two places, and has no other to disagree with.
      const { verdict, modes } = await fitDensity(mixture(0.3), { seed, chains: 1 });
      expect(verdict.status).toBe('failed');
      expect(modes.map(({ share }) => share)).toEqual([expect.closeTo(0.7, 4), expect.closeTo(0.3, 4)]);
      const finding = verdict.findings.find(({ kind }) => kind === 'separate-places')!;
      expect(finding).toMatchObject({ weight: 'fatal', parameters: ['x0'] });
      expect(finding.places!.map(({ values }) => values.x0!.mean)).toEqual([
        expect.closeTo(-1.5, 1),
        expect.closeTo(1.5, 1),
      ]);
      expect(finding.places!.map(({ chains }) => chains.length).sort()).toEqual([0, 1]);
      expect(finding.message).toContain('found a place that no chain visited');
      expect(finding.message).toMatch(/No chain \(about (30|70) % of the mass\): `x0` -?1\.5 \(sd 0\.1\)\./);
    }
  });

  it('do not fail a fit for a place without mass that no chain was in', async () => {
    const fits = await Promise.all(
      SEEDS.map((seed) => fitDensity(mixture(0.001), { seed, chains: 1, scouts: 32 })),
    );
    const atHome = fits.filter(({ summary }) => summary.x0!.mean! < 0);
    expect(atHome.length).toBeGreaterThan(0);
    for (const { modes, verdict } of atHome) {
      expect(modes).toHaveLength(2);
      expect(verdict.findings.map(({ kind }) => kind)).not.toContain('separate-places');
    }
  });

  it('tell which of the places that chains stay in holds the mass', async () => {
    const fits = await Promise.all(SEEDS.map((seed) => fitDensity(mixture(0.001), { seed, chains: 4 })));
    const divided = fits.flatMap(({ verdict }) =>
      verdict.findings.filter(({ message }) => message.startsWith('The chains found 2')),
    );
    expect(divided.length).toBeGreaterThan(0);
    for (const { places, remedy } of divided) {
      expect(places!.map(({ share }) => share)).toEqual([expect.closeTo(0.999, 4), expect.closeTo(0.001, 4)]);
      expect(remedy).toMatch(/^Nearly all of the posterior lies in the first of these places/);
    }
  });

  it('say nothing where two modes are so near that every chain visits both', async () => {
    const near: Target = {
      dimension: 1,
      logDensity: `
  const left = 1 / (1 + exp(4 * x(0)));
  slope(0, -x(0) - 2 * (2 * left - 1));
  return -0.5 * (x(0) + 2) * (x(0) + 2) + log1p(exp(4 * x(0)));`,
    };
    const { modes, verdict } = await fitDensity(near, { chains: 4, draws: 2000 });
    expect(modes).toHaveLength(2);
    expect(verdict.findings.map(({ kind }) => kind)).not.toContain('separate-places');
  });

  it('are not deceived by a funnel, whose highest point lies where there is no mass', async () => {
    const { modes, verdict } = await fitDensity(funnelTarget(true), { chains: 4, targetAccept: 0.95 });
    expect(modes[0]!.values.x0!.mean).toBeLessThan(-30);
    expect(verdict.findings.map(({ kind }) => kind)).not.toContain('separate-places');
  });

  it('do not go out with 0, or with more latents than Laplace can weigh', async () => {
    expect(await fitDensity(normalTarget([1]), { scouts: 0 })).toMatchObject({
      modes: [],
      scoutGradients: 0,
    });
    const wide = normalTarget(new Array<number>(65).fill(1));
    expect(await fitDensity(wide, { chains: 1, draws: 20 })).toMatchObject({ modes: [], scoutGradients: 0 });
  });

  it('change no draws, and find the same whatever runs them', async () => {
    const loaded = await loadModule(await standIn());
    const fitOn = async (pool: ReturnType<typeof openThisThread>, scouts: number) => {
      try {
        const { samplingSeconds: _, ...rest } = await fitOnce(loaded, standInColumns(), {
          ...SHORT,
          chains: 2,
          pool,
          scouts,
        });
        return rest;
      } finally {
        await pool.close();
      }
    };
    const here = await fitOn(openThisThread(), 20);
    expect(here.modes).toMatchObject([{ scouts: here.scouts.arrived, share: 1 }]);
    expect(await fitOn(openWorkers(1, WORKER), 20)).toEqual(here);
    expect(await fitOn(openWorkers(2, WORKER), 20)).toEqual(here);
    expect((await fitOn(openThisThread(), 0)).draws).toEqual(here.draws);
  });

  it.each([-1, 1.5, Number.NaN])('refuse to be %s', async (scouts) => {
    await expect(fitDensity(normalTarget([1]), { scouts })).rejects.toThrow(
      `The setting \`scouts\` is ${scouts}.`,
    );
  });

  it('say that the search broke off when the module traps in it', async () => {
    // One short chain evaluates fewer densities than eight scouts.
    const trapping = await loadModule(
      await standIn({ beforeDensity: 'if (evaluations > 20) unreachable();' }),
    );
    const options = { warmup: 0, draws: 5, chains: 1, maxTreeDepth: 1 };
    const run = (scouts: number, pool = openThisThread()) =>
      fitOnce(trapping, standInColumns(), { ...options, scouts, pool }).finally(() => pool.close());
    await expect(run(0)).resolves.toBeDefined();
    const broken = {
      kind: 'chain',
      message: 'The search for separate places broke off (RuntimeError: unreachable).',
    };
    await expect(run(8)).rejects.toMatchObject(broken);
    await expect(run(8, openWorkers(1, WORKER))).rejects.toMatchObject(broken);
  });
});

describe('scouts of object permanence', () => {
  it('tell of agent 17, whatever the seed, that one of its modes holds the mass, and what lies between them', async () => {
    const { loaded, columns } = await openBattery('object-permanence', 'battery.csv', 'success', 'agent17');
    let told = 0;
    for (const seed of SEEDS) {
      const { modes, verdict, draws } = await fitOnce(loaded, columns, {
        ...SHORT,
        seed,
        pool: openThisThread(),
      });
      expect(modes[0]!.values.opAbility!.mean).toBeCloseTo(44.1, 0);
      expect(modes[1]!.values.opAbility!.mean).toBeCloseTo(33.4, 0);
      expect(modes[1]!.share).toBeLessThan(1e-12);
      const stuck = draws.filter(({ latents }) => latents[1]![latents[1]!.length - 1]! < 40).length;
      const findings = verdict.findings.filter(({ kind }) => kind === 'separate-places');
      expect(findings).toHaveLength(stuck > 0 ? 1 : 0);
      if (stuck === 0) {
        // Where the draws reach far enough out, it counts as visited.
        const [negligible] = verdict.findings.filter(({ kind }) => kind === 'negligible-mode');
        if (negligible === undefined) continue;
        told++;
        expect(negligible.message).toMatch(
          /^Searches from random starts ended in (another maximum|2 other maxima) of the density/,
        );
        const [, ...barriers] = negligible.places!.map(({ barrier }) => barrier);
        expect(barriers.every((barrier) => barrier! >= 1)).toBe(true);
        continue;
      }
      expect(verdict.status).toBe('failed');
      expect(findings[0]!.message).toContain('(less than 0.1 % of the mass)');
      expect(findings[0]!.places![0]).toMatchObject({ share: expect.closeTo(1, 6) });
    }
    expect(told).toBeGreaterThan(0);
  });

  it.each(['agent6', 'agent7', 'agent9'])('raise no alarm about %s', async (agent) => {
    const { loaded, columns } = await openBattery('object-permanence', 'battery.csv', 'success', agent);
    const { verdict } = await fitOnce(loaded, columns, { ...SHORT, pool: openThisThread() });
    expect(verdict.findings.map(({ kind }) => kind)).not.toContain('separate-places');
  });
});

describe('scouts of the OCR battery', () => {
  it.each(['tesseract', 'gocr', 'ocrad'])('find one mode of %s and raise no alarm', async (engine) => {
    const { loaded, columns } = await openBattery('ocr', 'words.csv', 'read', engine);
    const { modes, verdict } = await fitOnce(loaded, columns, { ...SHORT, pool: openThisThread() });
    expect(modes).toMatchObject([{ scouts: 32, share: 1 }]);
    expect(verdict.findings.map(({ kind }) => kind)).not.toContain('separate-places');
  });
});
