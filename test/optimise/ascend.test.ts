import { describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { layoutSource } from '../sampler/chain.ts';

interface AscendExports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  ascendFrom(
    ...args: [
      objective: number,
      low: number,
      high: number,
      index: number,
      from: number,
      held: number,
      out: number,
    ]
  ): number;
  evaluateObjective(objective: number, position: number, gradient: number): number;
  scoutFrom(seedLow: number, seedHigh: number, index: number, out: number): number;
}

const ENTRY = `
export { ascendFrom, evaluateObjective } from './runtime/optimise/ascents';
export { scoutFrom } from './runtime/optimise/ascents';
export { allocate } from './runtime/memory';
`;

/** A likelihood that is highest at (3, -2), correlated, times a standard normal prior. */
const LIKELIHOOD = '-2 * (a * a + b * b + a * b)';
const TARGET = {
  dimension: 2,
  logDensity: `
  const a = x(0) - 3;
  const b = x(1) + 2;
  slope(0, -2 * (2 * a + b) - x(0));
  slope(1, -2 * (2 * b + a) - x(1));
  return ${LIKELIHOOD} - 0.5 * (x(0) * x(0) + x(1) * x(1));`,
  logPrior: `
  slope(0, -x(0));
  slope(1, -x(1));
  return -0.5 * (x(0) * x(0) + x(1) * x(1));`,
};

async function open() {
  const { exports } = await compileRuntime(ENTRY, { 'runtime/layout.ts': layoutSource(TARGET) });
  const module = exports as unknown as AscendExports;
  const put = (numbers: readonly number[]) => {
    const address = module.allocate(numbers.length * 8);
    new Float64Array(module.memory.buffer, address, numbers.length).set(numbers);
    return address;
  };
  const out = module.allocate(10 * 8);
  return {
    module,
    put,
    out,
    ascend(
      objective: number,
      { index = 0, from, held }: { index?: number; from?: number[]; held?: number[] } = {},
    ) {
      const [start, fixed] = [from, held].map((numbers) => (numbers === undefined ? 0 : put(numbers)));
      const status = module.ascendFrom(objective, 1, 0, index, start!, fixed!, out);
      const [value, gradients, ...position] = new Float64Array(module.memory.buffer, out, 4);
      return { status, value: value!, gradients: gradients!, position };
    },
  };
}

describe('an ascent', () => {
  it('arrives where its objective is highest: the likelihood, or that times the prior', async () => {
    const { ascend } = await open();
    const likelihood = ascend(2);
    expect(likelihood.status).toBe(0);
    expect(likelihood.position[0]).toBeCloseTo(3, 4);
    expect(likelihood.position[1]).toBeCloseTo(-2, 4);
    expect(likelihood.value).toBeCloseTo(0, 8);
    expect(likelihood.gradients).toBeGreaterThan(2);
    // (4 + 1) a' + 2 b' = 4·3 + 2·(-2), and likewise for the other.
    const density = ascend(0);
    expect(5 * density.position[0]! + 2 * density.position[1]!).toBeCloseTo(8, 3);
    expect(2 * density.position[0]! + 5 * density.position[1]!).toBeCloseTo(-2, 3);
    // Where there is no transform, there is no Jacobian.
    expect(ascend(1).position).toEqual(density.position);
  });

  it('leaves what is held where it begins', async () => {
    const { ascend } = await open();
    const { position, status } = ascend(2, { from: [0, 1], held: [0, 1] });
    expect(status).toBe(0);
    expect(position[1]).toBe(1);
    // 2 a + b = 0 with b = 3.
    expect(position[0]).toBeCloseTo(1.5, 4);
  });

  it('says where there is no start', async () => {
    const { ascend } = await open();
    expect(ascend(0, { from: [Number.NaN, 0] }).status).toBe(1);
  });

  it('begins at the place of its number, and leaves scouts to climb what they always do', async () => {
    const { module, ascend, out } = await open();
    const scout = () => {
      // One of another seed first, so that no maximum is known.
      module.scoutFrom(2, 0, 5, out);
      module.scoutFrom(1, 0, 5, out);
      return [...new Float64Array(module.memory.buffer, out, 9)];
    };
    const before = scout();
    const first = ascend(2, { index: 5 });
    expect(ascend(2, { index: 5 })).toEqual(first);
    expect(ascend(2, { index: 6 }).position).not.toEqual(first.position);
    expect(scout()).toEqual(before);
  });

  it('takes the likelihood for unknown where the prior is too far out for its rounding', async () => {
    const { module, put } = await open();
    const at = (x: number) => module.evaluateObjective(2, put([x, -2]), put([0, 0]));
    expect(at(1e4)).toBeCloseTo(-2 * (1e4 - 3) ** 2, -1);
    expect(at(2e5)).toBeNaN();
  });
});
