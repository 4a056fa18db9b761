/** What chains learn about how far to centre latents: where theory knows it, and that nothing else notices. */
import { describe, expect, it } from 'vitest';
import { bindExports, instantiate } from '../../host/instance.ts';
import { loadModule } from '../../host/load.ts';
import { SamplerInstance } from '../../host/sampler-instance.ts';
import { compileToFit } from '../compile-to-fit.ts';

const TEXT = `layout Learnt
category person
param middle ~ normal(0, 3)
param a[person] ~ normal(middle, 1)
observe y ~ normal(a[person], 1)
`;

/** Levels with so many rows each. */
function tableOf(rowsOfLevels: readonly number[]) {
  const persons = rowsOfLevels.flatMap((rows, person) => Array.from({ length: rows }, () => person));
  return {
    columns: [
      Float64Array.from(persons),
      Float64Array.from(persons, (person, row) => Math.sin(3 * person) + Math.sin(7 * row)),
    ],
    levelNames: new Map([['person', rowsOfLevels.map((_, person) => `p${person}`)]]),
  };
}

async function open(text: string, rowsOfLevels: readonly number[]): Promise<SamplerInstance> {
  const loaded = await loadModule((await compileToFit({ name: 'learnt.ml', text })).bytes);
  const rows = tableOf(rowsOfLevels);
  return bindExports(SamplerInstance, loaded.manifest, await instantiate(loaded, rows), rows);
}

const START = { seed: 5n, warmup: 1000, targetAccept: 0.8, maxTreeDepth: 10 };

/** Starts and runs a chain in pieces; its rows one after another. */
function run(instance: SamplerInstance, chain: number, transitions: number, piece: number): Float64Array {
  instance.startChain({ ...START, chain });
  const rows: number[] = [];
  for (let done = 0; done < transitions; done += piece)
    rows.push(...instance.runChain(Math.min(piece, transitions - done)));
  return Float64Array.from(rows);
}

describe('a chain that learns how far to centre latents', () => {
  it.each([1, 3, 9, 40])(
    'centres levels by the share of the data in what is known of them: %d rows',
    async (count) => {
      const instance = await open(TEXT, new Array<number>(12).fill(count));
      const learnt = [1, 2, 3, 4].flatMap((chain) => {
        run(instance, chain, START.warmup, START.warmup);
        return [...instance.chainCentrings];
      });
      const mean = learnt.reduce((sum, each) => sum + each, 0) / learnt.length;
      // Papaspiliopoulos, Roberts & Sköld (2003): count / (count + noise² / spread²).
      expect(Math.abs(mean - count / (count + 1)), `${mean}`).toBeLessThan(0.1);
    },
  );

  it('centres levels with many rows more than others', async () => {
    const counts = Array.from({ length: 16 }, (_, level) => (level % 2 === 0 ? 1 : 40));
    const instance = await open(TEXT, counts);
    // One chain that ends its warm-up early learns it from fewer draws.
    const learnt = [1, 2, 3, 4].map((chain) => {
      run(instance, chain, START.warmup, START.warmup);
      return instance.chainCentrings;
    });
    const meanOf = (rows: number) => {
      const some = learnt.flatMap((centrings) => [...centrings.filter((_, level) => counts[level] === rows)]);
      return some.reduce((sum, each) => sum + each, 0) / some.length;
    };
    expect(meanOf(40) - meanOf(1)).toBeGreaterThan(0.1);
  });

  it('draws the same however it is cut into calls, and whatever is evaluated between them', async () => {
    const instance = await open(TEXT, [2, 4, 8]);
    const point = [0.3, -0.2, 0.9, 0.1];
    const before = instance.logDensityUnconstrained(point);
    const whole = run(instance, 1, 1200, 1200);
    expect(instance.logDensityUnconstrained(point)).toEqual(before);
    expect(run(instance, 1, 1200, 7)).toEqual(whole);
    expect(instance.chainCentrings.some((each) => each > 0 && each < 1)).toBe(true);
    expect(instance.logDensityUnconstrained(point)).toEqual(before);
  });

  it('tells its place on the scale that the layout begins with', async () => {
    const instance = await open(TEXT, [2, 4, 8]);
    const rows = run(instance, 1, 1100, 100);
    const last = rows.slice(-4);
    const found = instance.constrain(instance.chainPosition);
    found.forEach((value, index) => {
      expect(value).toBeCloseTo(last[index]!, 10);
    });
  });

  it('begins the next chain with what the layout begins with', async () => {
    const first = await open(TEXT, [2, 4, 8]);
    const second = await open(TEXT, [2, 4, 8]);
    run(first, 1, 1000, 1000);
    expect(run(first, 2, 300, 300)).toEqual(run(second, 2, 300, 300));
  });

  it('learns one centring for a whole walk', async () => {
    const text = TEXT.replace('normal(middle, 1)', 'normal(previous(a[person], middle), 1)');
    const instance = await open(text, [1, 1, 30, 1, 1]);
    run(instance, 1, 1000, 1000);
    expect(new Set(instance.chainCentrings).size).toBe(1);
  });
});
