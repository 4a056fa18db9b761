import { beforeAll, describe, expect, test } from 'vitest';
import { type Battery, navigation, objectPermanence, ocr } from '../../bench/battery.ts';
import { bindColumns, compileAndLoad } from '../../bench/bound-module.ts';
import { CONSTRUCT_NAMES, construct } from '../../bench/constructs.ts';
import { raschLoop, twoParameterLoop } from '../../bench/loops/population.ts';
import { standardisedLoop } from '../../bench/loops/standardised.ts';
import { complete, drift, RASCH, TWO_PARAMETERS } from '../../bench/populations.ts';
import { positionsNear } from '../../bench/positions.ts';
import type { LoadedModule } from '../../host/load.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import type { Manifest, ManifestLatent } from '../../module/manifest.ts';

const POINTS = 20;
const SEED = 3;
/** Far beyond what a posterior visits. */
const SPREAD = 2;
const RELATIVE = 1e-9;

const layouts: readonly (readonly Battery[])[] = [
  ['tesseract', 'gocr', 'ocrad'].map(ocr),
  ['agent6', 'agent17', 'agent24'].map(objectPermanence),
  [navigation(2000)],
  [complete('Rasch', RASCH, raschLoop, 7, 9, 0)],
  [complete('two parameters', TWO_PARAMETERS, twoParameterLoop, 7, 9, 1)],
  [drift(12, 100)],
  ...CONSTRUCT_NAMES.map((name) => [construct(name, 300)]),
];

/** A latent once for each of its levels. */
function perLevel(
  { latents, columns: declared }: Manifest,
  columns: Battery['columns'],
): readonly ManifestLatent[] {
  const levelsOf = (category: string) =>
    declared
      .filter(({ name, category: own = name }) => own === category)
      .flatMap(({ name }) => [...columns.get(name)!])
      .reduce((most, level) => Math.max(most, level), 0) + 1;
  return latents.flatMap((latent) => {
    const { index } = latent;
    const levels = index === undefined ? 1 : levelsOf(index);
    return new Array<ManifestLatent>(levels).fill(latent);
  });
}

describe.each(layouts.map((batteries) => ({ layout: batteries[0]!.source.name, batteries })))(
  'the plain loop of $layout',
  ({ batteries }) => {
    let loaded: LoadedModule;

    beforeAll(async () => {
      loaded = await compileAndLoad(batteries[0]!.source, sketchOf(batteries[0]!.columns));
    });

    test.each(batteries)(
      'has the compiled log density and gradient at random points of $name',
      async (battery) => {
        const exports = await bindColumns(loaded, battery.columns);
        const latents = perLevel(loaded.manifest, battery.columns);
        const size = latents.length;
        const address = exports.allocate(2 * size * 8);
        const position = new Float64Array(exports.memory.buffer, address, size);
        const gradient = new Float64Array(exports.memory.buffer, address + size * 8, size);
        const loop = standardisedLoop(battery.loop(battery.columns), latents);
        const loopGradient = new Float64Array(size);

        for (const point of positionsNear(battery.centre, POINTS, SEED, SPREAD)) {
          position.set(point);
          const value = exports.log_density_unconstrained(address, address + size * 8);
          const loopValue = loop(point, loopGradient);

          expect(Math.abs(loopValue - value)).toBeLessThan(RELATIVE * Math.abs(value));
          // Coordinates that cancel to nearly nothing are judged by the gradient's size.
          const scale = Math.hypot(...gradient);
          expect(scale).toBeGreaterThan(0);
          for (const [latent, slope] of gradient.entries()) {
            expect(Math.abs(loopGradient[latent]! - slope)).toBeLessThan(RELATIVE * scale);
          }
        }
      },
    );
  },
);

test('simulated navigation has no two rows alike, and succeeds about half the time', () => {
  const { columns, rows } = navigation();
  const success = columns.get('success')!.reduce((sum, each) => sum + each, 0) / rows;

  expect(rows).toBe(50_000);
  expect(sketchOf(columns).distinct(['goalDistance', 'goalSize'])).toBe(rows);
  expect(success).toBeGreaterThan(0.4);
  expect(success).toBeLessThan(0.6);
});

test('a sketch counts distinct tuples of columns', () => {
  const columns = new Map([
    ['a', Float64Array.of(1, 1, 2, 2, 1)],
    ['b', Float64Array.of(5, 6, 5, 5, 6)],
  ]);
  const { rows, distinct } = sketchOf(columns);

  expect(rows).toBe(5);
  expect(distinct(['a'])).toBe(2);
  expect(distinct(['a', 'b'])).toBe(3);
  expect(distinct([])).toBe(1);
});
