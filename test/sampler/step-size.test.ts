import { beforeAll, describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { compileSampler } from './chain.ts';
import { mean } from './moments.ts';
import { normalTarget } from './targets.ts';

interface StepSizeExports {
  resetStepSize(targetAccept: number): void;
  stepSize(): number;
  adaptStepSize(acceptStatistic: number): void;
  settleStepSize(): void;
}

let module: StepSizeExports;

beforeAll(async () => {
  const instance = await compileRuntime(
    `export { resetStepSize, stepSize, adaptStepSize, settleStepSize } from './runtime/sampler/step-size';`,
  );
  module = instance.exports as unknown as StepSizeExports;
});

describe('dual averaging', () => {
  it('finds the step size at which a known accept curve takes the target', () => {
    for (const target of [0.6, 0.8, 0.95]) {
      module.resetStepSize(target);
      for (let i = 0; i < 1000; i++) module.adaptStepSize(Math.exp(-(module.stepSize() ** 2)));
      module.settleStepSize();
      expect(Math.abs(Math.exp(-(module.stepSize() ** 2)) - target)).toBeLessThan(0.01);
    }
  });

  it('leaves a step size that was never adapted as it is', () => {
    module.resetStepSize(0.8);
    module.settleStepSize();
    expect(module.stepSize()).toBe(1);
  });

  it('brings the mean accept statistic of a chain to its target', async () => {
    const sampler = await compileSampler(normalTarget([0.5, 1, 2, 4, 8]));
    for (const targetAccept of [0.7, 0.8, 0.9]) {
      const accepted = Array.from({ length: 16 }, (_, chain) => {
        const { draws } = sampler.run({ chain, warmup: 1000, draws: 500, targetAccept });
        return mean(draws.map((row) => row.acceptStatistic));
      });
      expect(Math.abs(mean(accepted) - targetAccept)).toBeLessThan(0.035);
    }
  });
});
