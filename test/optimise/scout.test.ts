import { describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { layoutSource, type Target } from '../sampler/chain.ts';
import { brokenNormalTarget, funnelTarget, normalTarget } from '../sampler/targets.ts';

interface Scout {
  readonly status: number;
  readonly logDensity: number;
  readonly logEvidence: number;
  readonly gradients: number;
  readonly values: readonly number[];
  readonly sds: readonly number[];
  readonly position: readonly number[];
}

interface ScoutExports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  scoutFrom(seedLow: number, seedHigh: number, index: number, out: number): number;
}

const ENTRY = `
export { scoutFrom } from './runtime/optimise/ascents';
export { allocate } from './runtime/memory';
`;

async function compileScouts(target: Target): Promise<(index: number, seed?: number) => Scout> {
  const instance = await compileRuntime(ENTRY, { 'runtime/layout.ts': layoutSource(target) });
  const module = instance.exports as unknown as ScoutExports;
  const size = target.dimension;
  const out = module.allocate((3 + 3 * size) * 8);
  return (index, seed = 1) => {
    const status = module.scoutFrom(seed, 0, index, out);
    const numbers = [...new Float64Array(module.memory.buffer, out, 3 + 3 * size)];
    const part = (at: number) => numbers.slice(3 + at * size, 3 + (at + 1) * size);
    const [logDensity, logEvidence, gradients] = numbers as [number, number, number];
    return { status, logDensity, logEvidence, gradients, values: part(0), sds: part(1), position: part(2) };
  };
}

const INDICES = Array.from({ length: 32 }, (_, index) => index);

/** Two normals far apart, with 80 % and 20 % of the mass and different sds. */
const MIXTURE: Target = {
  dimension: 2,
  logDensity: `
  const a = x(0) + 1.5;
  const b = x(0) - 1.5;
  const c = x(1);
  const near = 0.8 / (2 * Math.PI * 0.01) * exp(-0.5 * (a * a + c * c) / 0.01);
  const far = 0.2 / (2 * Math.PI * 0.04) * exp(-0.5 * (b * b + c * c) / 0.04);
  const both = near + far;
  slope(0, -(near * a / 0.01 + far * b / 0.04) / both);
  slope(1, -(near * c / 0.01 + far * c / 0.04) / both);
  return log(both);`.replaceAll('Math.PI', String(Math.PI)),
};

describe('a scout', () => {
  it('finds the top of a normal from every start, with its sds and the exact log evidence', async () => {
    const scout = await compileScouts(normalTarget([0.01, 1, 30]));
    for (const found of INDICES.map((index) => scout(index))) {
      expect(found.status).toBe(0);
      expect(found.logEvidence).toBeCloseTo(1.5 * Math.log(2 * Math.PI) + Math.log(0.01 * 30), 5);
      for (const [i, sd] of [0.01, 1, 30].entries()) {
        expect(Math.abs(found.values[i]!)).toBeLessThan(2e-3 * sd);
        expect(found.sds[i]! / sd).toBeCloseTo(1, 5);
      }
    }
  });

  it("follows Rosenbrock's valley to its end, where the curvature gives the log evidence", async () => {
    const scout = await compileScouts({
      dimension: 2,
      logDensity: `
  const across = x(1) - x(0) * x(0);
  slope(0, 2 * (1 - x(0)) + 400 * across * x(0));
  slope(1, -200 * across);
  return -(1 - x(0)) * (1 - x(0)) - 100 * across * across;`,
    });
    for (const found of INDICES.map((index) => scout(index))) {
      expect(found.status).toBe(0);
      expect(found.values[0]).toBeCloseTo(1, 3);
      expect(found.values[1]).toBeCloseTo(1, 3);
      // −H is [[802, −400], [−400, 200]], of determinant 400.
      expect(found.logEvidence).toBeCloseTo(Math.log(2 * Math.PI) - 0.5 * Math.log(400), 3);
      expect(found.sds[1]).toBeCloseTo(Math.sqrt(802 / 400), 3);
    }
  });

  it('that comes near a maximum that is known ends there, with a fraction of the gradients', async () => {
    const target = normalTarget([0.01, 1, 30]);
    const alone = await Promise.all(
      INDICES.slice(0, 8).map(async (index) => (await compileScouts(target))(index)),
    );
    const scout = await compileScouts(target);
    const together = INDICES.slice(0, 8).map((index) => scout(index));
    expect(together[0]).toEqual(alone[0]);
    for (const found of together.slice(1))
      expect({ ...found, gradients: 0 }).toEqual({ ...alone[0], gradients: 0 });
    const sum = (scouts: readonly Scout[]) =>
      scouts.slice(1).reduce((total, { gradients }) => total + gradients, 0);
    expect(sum(together)).toBeLessThan(0.8 * sum(alone));
    // Those of another seed, and of another group, know nothing of it.
    expect(scout(1, 2).gradients).toBe((await compileScouts(target))(1, 2).gradients);
    expect(scout(32).gradients).toBe((await compileScouts(target))(32).gradients);
  });

  it.each([
    ['a narrower mode stands on the slope of a wide one', 1.5, 0.1, 0.5],
    ['two modes of like width are near', 3, 1, 0.8],
    ['a wide mode is beside a narrow one', 4, 2, 0.2],
  ])('ends at the top that it would find alone, where %s', async (_, place, sd, height) => {
    const target: Target = {
      dimension: 1,
      logDensity: `
  const a = x(0);
  const b = (x(0) - ${place}) / ${sd};
  const first = exp(-0.5 * a * a);
  const second = ${height} * exp(-0.5 * b * b);
  slope(0, -(first * a + (second * b) / ${sd}) / (first + second));
  return log(first + second);`,
    };
    const [together, alone] = [await compileScouts(target), await compileScouts(target)];
    const many = Array.from({ length: 128 }, (_, index) => index);
    const tops = many.map((index) => together(index).values[0]!);
    // A scout of another seed in between makes the module forget what it knows.
    const own = many.map((index) => {
      alone(0, 2);
      return alone(index).values[0]!;
    });
    for (const [index, top] of tops.entries()) expect(top).toBeCloseTo(own[index]!, 3);
    expect(new Set(tops.map((top) => top.toFixed(2))).size).toBe(2);
  });

  it('finds both modes of a mixture, and their masses', async () => {
    const scout = await compileScouts(MIXTURE);
    const found = INDICES.map((index) => scout(index)).filter(({ status }) => status === 0);
    const near = found.filter(({ values }) => values[0]! < 0);
    const far = found.filter(({ values }) => values[0]! > 0);
    expect(near.length).toBeGreaterThan(3);
    expect(far.length).toBeGreaterThan(3);
    for (const { values, sds, logEvidence } of near) {
      expect(values[0]).toBeCloseTo(-1.5, 4);
      expect(sds[1]).toBeCloseTo(0.1, 4);
      expect(Math.exp(logEvidence)).toBeCloseTo(0.8, 4);
    }
    for (const { values, sds, logEvidence } of far) {
      expect(values[0]).toBeCloseTo(1.5, 4);
      expect(sds[1]).toBeCloseTo(0.2, 4);
      expect(Math.exp(logEvidence)).toBeCloseTo(0.2, 4);
    }
  });

  it('turns back where the density is -Infinity, NaN or +Infinity, or its gradient is no number', async () => {
    const scout = await compileScouts(brokenNormalTarget());
    for (const found of INDICES.map((index) => scout(index))) {
      expect(found).toMatchObject({ status: 0, logDensity: expect.closeTo(0, 8) });
    }
  });

  it('says that there is no start where no point has a finite density', async () => {
    const scout = await compileScouts({ dimension: 1, logDensity: 'slope(0, 0); return NaN;' });
    expect(scout(0)).toMatchObject({ status: 1, gradients: 200 });
  });

  it('says that there is no maximum on a slope without end, on a plain, and on a level ridge', async () => {
    const endless = await compileScouts({ dimension: 1, logDensity: 'slope(0, 1); return x(0);' });
    expect(endless(0).status).toBe(2);
    const plain = await compileScouts({ dimension: 1, logDensity: 'slope(0, 0); return 0;' });
    expect(plain(0).status).toBe(2);
    const ridge = await compileScouts({
      dimension: 2,
      logDensity: 'slope(0, -x(0)); slope(1, 0); return -0.5 * x(0) * x(0);',
    });
    expect(ridge(0).status).toBe(2);
  });

  it('finds the same whatever ran before it, and starts elsewhere with another number or seed', async () => {
    const target = funnelTarget(false);
    const [one, other] = [await compileScouts(target), await compileScouts(target)];
    for (const index of INDICES) other(index, 9);
    expect(other(5)).toEqual(one(5));
    // One of the same 32 would end at the maximum that is known.
    expect(one(38).position).not.toEqual(one(5).position);
    expect(one(5, 2).position).not.toEqual(one(5).position);
  });

  it('leaves the evidence open above 64 dimensions, and still arrives', async () => {
    const scout = await compileScouts(normalTarget(new Array<number>(65).fill(2)));
    const found = scout(0);
    expect(found).toMatchObject({ status: 3, logEvidence: Number.NaN });
    expect(found.sds.every(Number.isNaN)).toBe(true);
    expect(Math.max(...found.values.map(Math.abs))).toBeLessThan(0.02);
    expect(found.gradients).toBeLessThan(100);
  });
});
