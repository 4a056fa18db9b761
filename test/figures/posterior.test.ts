/** A posterior that has just been sampled and one that was read from a folder are one type: what takes the one takes the other. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveOneOut, openFit, type PosteriorFit } from '../../analysis/evaluate/index.ts';
import { arvizJson } from '../../files/index.ts';
import { compile, type FittedModel, load, openThisThread } from '../../index.ts';
import {
  energy,
  energyData,
  forest,
  forestData,
  type NamedPosterior,
  openFrame,
  radial,
  radialData,
  ranks,
  ranksData,
  traces,
  tracesData,
} from '../../reporting/figures/index.ts';

const COMMAND = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const LAYOUT = `layout Climb
unit m
demand height : m in [0, 4]
capability climb : m ~ uniform(0, 5)
capability grip  : probability ~ beta(2, 2)
robustness slip  : probability ~ beta(1, 9)
observe success ~ bernoulli(downscale(slip, margin(climb, height, steepness = 1 / 1 m) and grip))
`;
const HEIGHT = [1, 2, 0.5, 3.5, 1.5, 2.5, 2, 1.5, 3, 1];
const SUCCESS = [1, 1, 1, 0, 1, 0, 1, 0, 0, 1];
const ROWS = { height: HEIGHT, success: SUCCESS };

let folder = '';
let sampled: FittedModel;
let stored: Awaited<ReturnType<typeof openFit>>;
beforeAll(async () => {
  const { bytes } = await compile(LAYOUT);
  const bound = await (await load(bytes)).bind(ROWS);
  sampled = await bound.fit({ draws: 200, warmup: 200, seed: 3n, pool: openThisThread() });
  folder = mkdtempSync(join(tmpdir(), 'posterior-'));
  const inFolder = (name: string) => join(folder, name);
  // The same module, since one that is compiled for these rows may round otherwise.
  writeFileSync(inFolder('climb.wasm'), bytes);
  writeFileSync(
    inFolder('rows.csv'),
    `height,success\n${HEIGHT.map((each, row) => `${each},${SUCCESS[row]}\n`).join('')}`,
  );
  const settings = ['--draws', '200', '--warmup', '200', '--seed', '3', '--out', inFolder('results')];
  try {
    execFileSync(
      process.execPath,
      [COMMAND, 'fit', inFolder('climb.wasm'), inFolder('rows.csv'), ...settings],
      {
        stdio: 'ignore',
      },
    );
  } catch {
    // So few draws may come to a status that warns: the folder is there all the same.
  }
  stored = await openFit(inFolder('results/success'), { sampler: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has the same draws of the same parameters, with the same verdict and settings', () => {
  const { posterior } = sampled;
  expect(stored.posterior.draws.map(({ latents }) => latents)).toEqual(
    posterior.draws.map(({ latents }) => latents),
  );
  expect(stored.posterior.draws.map(({ energy: each }) => each)).toEqual(
    posterior.draws.map(({ energy: each }) => each),
  );
  expect(stored.parameters).toEqual(sampled.parameters);
  expect(stored.posterior.verdict.status).toBe(posterior.verdict.status);
  expect(stored.posterior.settings).toMatchObject({ ...posterior.settings });
});

it('is drawn the same by every kind of figure of draws', async () => {
  const frame = await openFrame();
  const figures = (fit: NamedPosterior) => [
    forest(forestData([fit]), frame).svg,
    radial(radialData([fit], ['climb', 'grip', 'slip']), frame).svg,
    ranks(ranksData(fit, null), frame).svg,
    traces(tracesData(fit, null), frame).svg,
    energy(energyData(fit), frame).svg,
  ];
  const ofSampled = figures({ ...sampled.posterior, name: 'Ada' });
  expect(ofSampled).toEqual(figures({ ...stored.posterior, name: 'Ada' }));
  for (const svg of ofSampled) expect(svg).toContain('<svg');
});

it('is evaluated and written alike', async () => {
  const fits: readonly PosteriorFit[] = [sampled, stored];
  const [one, other] = await Promise.all(fits.map((fit) => leaveOneOut(fit, ROWS)));
  expect(one!.estimate.elpd).toBe(other!.estimate.elpd);
  const columns = new Map(Object.entries(ROWS).map(([name, values]) => [name, Float64Array.from(values)]));
  const written = [...arvizJson(sampled.posterior, { columns, version: '1.2.3' })].join('');
  expect(written).toContain('"inference_library_version":"1.2.3"');
});
