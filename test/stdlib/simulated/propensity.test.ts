import { describe, expect, it } from 'vitest';
import { prepare } from '../../../compiler/compile.ts';
import { interpret } from '../../../compiler/interpret/interpret.ts';
import { columnsOf, readLayout } from './battery.ts';
import { WINDOWS } from './propensity.ts';
import { fitBattery } from './recover.ts';

describe('a propensity of -1.5 in a thousand windows from -5 to 5', () => {
  it('is found where the likelihood is highest, as appendix B.3 of the paper finds it', async () => {
    const { modes } = await fitBattery(WINDOWS, { chains: 1, warmup: 300, draws: 300, scouts: 16 });
    const { mean, sd } = modes[0]!.values.tendency!;
    expect(Math.abs(mean - -1.5)).toBeLessThan(4 * sd);
    expect(sd).toBeLessThan(0.05);

    const columns = columnsOf(WINDOWS);
    const { layout } = prepare({ name: 'propensity.ml', text: readLayout(WINDOWS.layout) });
    const meaning = interpret(layout, { rows: WINDOWS.rows, columns: Object.fromEntries(columns) });
    // Every tenth from -5 to 5, and closer around the best of them.
    const logDensity = (tendency: number) => meaning.logDensity({ tendency });
    const best = (points: readonly number[]) =>
      points.reduce((a, b) => (logDensity(b) > logDensity(a) ? b : a));
    const coarse = best(Array.from({ length: 101 }, (_, i) => -5 + i / 10));
    const fine = best(Array.from({ length: 101 }, (_, i) => coarse + (i - 50) / 1000));
    expect(mean).toBeCloseTo(fine, 3);
  });

  it('is not where the most windows around a point were passed', () => {
    const columns = columnsOf(WINDOWS);
    const [lowest, highest, success] = ['lowest', 'highest', 'success'].map((name) => columns.get(name)!);
    const rate = (x: number) => {
      const around = [...success!].filter((_, i) => lowest![i]! <= x && x <= highest![i]!);
      return around.reduce((sum, each) => sum + each, 0) / around.length;
    };
    const points = Array.from({ length: 801 }, (_, i) => -4 + i / 100);
    const peak = points.reduce((a, b) => (rate(b) > rate(a) ? b : a));
    expect(Math.abs(peak - -1.5)).toBeGreaterThan(0.1);
  });
});
