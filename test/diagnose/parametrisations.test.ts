/** The advice to sample latents the other way: whom it concerns, that its lines are layouts, and that it helps. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { otherWay, type Parametrised, parametrisedLatents } from '../../host/diagnose/parametrisations.ts';
import { learntCentrings } from '../../host/diagnose/summarise.ts';
import { fit as sampleFit } from '../../host/fit.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { openThisThread } from '../../index.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';

const LAYOUT = `layout Ways
unit m
category person, step
demand d : m in [0, 10]
param middle : m ~ normal(5, 2)
param spread : m ~ half_normal(2)
let centre = middle + 1
capability reach[person] : m ~ normal(middle, spread)
capability sure[person] : m ~ normal(middle, spread) centred
param shift[person] : m ~ normal(centre, spread) in [0, 10]
param drift[step] : m ~ normal(previous(drift[step], middle), spread)
param alone : m ~ normal(0, 3)
param tied : m ~ normal(0, spread)
param through[step] : m ~ normal(centre, 2) centred
capability pace[person] ~ lognormal(0, spread / m)
let joint = reach[person] + sure[person] + shift[person] + drift[step] + alone + tied + through[step]
observe done ~ bernoulli(margin(joint * pace[person], d, steepness = 1 / 1 m))
`;

/** Compiled for four rows a level. */
async function open(text: string): Promise<LoadedModule> {
  return loadModule((await compileToFit({ name: 'ways.ml', text }, { rows: 40, distinct: () => 10 })).bytes);
}

const nonCentred = (among: readonly Parametrised[]) =>
  Object.fromEntries(among.map(({ latent, isNonCentred }) => [latent.name, isNonCentred]));

/** The lines that advice tells to write. */
const linesOf = (advice: string) => [...advice.matchAll(/`([^`]* ~ [^`]*)`/g)].map(([, line]) => line!);

describe('latents that can be sampled centred and noncentred', () => {
  it('are normal and lognormal ones that are not truncated and read other latents', async () => {
    const { manifest } = await open(LAYOUT);
    const among = parametrisedLatents(manifest);
    expect(nonCentred(among)).toEqual({
      ...{ reach: true, pace: true },
      ...{ sure: false, drift: false, tied: false, through: false },
    });
    const namesOf = (isSo: (each: Parametrised) => boolean) =>
      among.filter(isSo).map(({ latent }) => latent.name);
    expect(namesOf(({ isLearnt }) => isLearnt)).toEqual(['reach', 'drift', 'tied', 'pace']);
    expect(namesOf(({ isDeclared }) => isDeclared)).toEqual(['sure', 'through']);
  });

  it('are not those whose prior has a parameter of the name of a latent', async () => {
    const { manifest } = await open(`layout Named
category person
demand d in [0, 10]
param spread ~ half_normal(2)
param middle ~ lognormal(median = 5, spread = 1)
capability reach[person] ~ lognormal(median = middle, spread=spread)
capability pace[person] ~ lognormal(median = 5, spread =1)
observe done ~ bernoulli(margin(reach[person] * pace[person], d))
`);
    expect(parametrisedLatents(manifest).map(({ latent, reads }) => [latent.name, reads])).toEqual([
      ['reach', ['spread', 'middle']],
    ]);
  });

  it('are each sampled the other way with the line that is told', async () => {
    const before = parametrisedLatents((await open(LAYOUT)).manifest).filter(({ isDeclared }) => !isDeclared);
    const names = before.map(({ latent }) => latent.name);
    let text = LAYOUT;
    for (const name of names) {
      const [line] = linesOf(
        otherWay(
          before.filter(({ latent }) => latent.name === name),
          undefined,
        ),
      );
      const declared = new RegExp(`^(param|capability) ${name}\\b.*$`, 'm');
      expect(text).toMatch(declared);
      text = text.replace(declared, line!);
    }
    const after = nonCentred(parametrisedLatents((await open(text)).manifest));
    expect(after).toMatchObject(
      Object.fromEntries(before.map(({ latent, isNonCentred }) => [latent.name, !isNonCentred])),
    );
  });

  it('are advised about where a finding concerns their levels or what their prior reads', async () => {
    const among = parametrisedLatents((await open(LAYOUT)).manifest);
    const named = (concerned: readonly string[]) =>
      linesOf(otherWay(among, concerned)).map((line) => /^\w+ (\w+)/.exec(line)![1]);
    expect(named(['reach[Ada]'])).toEqual(['reach']);
    expect(named(['middle'])).toEqual(['reach', 'drift']);
    expect(otherWay(among, ['sure[Ada]'])).toBe(
      ' `sure` is sampled as the layout says: without the word `centred`, warm-up learns how far to centre it.',
    );
    expect(named(['alone', 'reach2[Ada]'])).toEqual([]);
    expect(otherWay([], ['middle'])).toBe('');
  });
});

const POSTERIORS = new URL('../../../shared/repro/posteriors/', import.meta.url);

describe.skipIf(!existsSync(POSTERIORS))('advice about divergences of levels that many rows inform', () => {
  const text = (word: string) =>
    readFileSync(new URL('losscurve.ml', POSTERIORS), 'utf8').replace(/ centred$/m, word);

  async function fitted(layout: string) {
    const rows = parse(readFileSync(new URL('losscurve.csv', POSTERIORS)), { columns: true }) as Record<
      string,
      string
    >[];
    const cohorts = [...new Set(rows.map(({ cohort }) => cohort!))].sort();
    const columns = new Map(
      ['cohort', 't', 'premium', 'loss'].map((name) => [
        name,
        Float64Array.from(rows, (row) =>
          name === 'cohort' ? cohorts.indexOf(row.cohort!) : Number(row[name]),
        ),
      ]),
    );
    // Compiled for these rows, of which there are few a level.
    const { bytes } = await compileToFit({ name: 'losscurve.ml', text: layout }, sketchOf(columns));
    return sampleFit(await loadModule(bytes), columns, {
      ...{ targetAccept: 0.9, scouts: 0, levels: new Map([['cohort', cohorts]]) },
      pool: openThisThread(),
    });
  }

  it('names the word without which there are none', async () => {
    const first = await fitted(text(' noncentred'));
    const finding = first.verdict.findings.find(({ kind }) => kind === 'divergences');
    expect(first.sampler.divergences).toBeGreaterThan(0);
    expect(finding!.remedy).toContain('without the word `noncentred`, warm-up learns');

    const second = await fitted(text(''));
    expect(second.sampler.divergences).toBe(0);
    expect(second.verdict).toEqual({ status: 'converged', findings: [] });
    const [learnt] = learntCentrings(
      second.manifest,
      () => second.levels.get('cohort')!.length,
      second.draws,
    );
    expect(learnt!.latent).toBe('LR');
    expect(learnt!.mean).toBeGreaterThan(0.5);
  }, 60_000);
});
