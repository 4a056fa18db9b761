/** Compares samplers with the first of them: geometric means of ratios over posteriors. */
import type { Measured } from './measure.ts';

/**
 * A Markdown table with one row per sampler: the ratio to the first sampler, as the geometric mean over the posteriors
 * with the minimum and maximum in brackets; the mean acceptance; the sum of the divergences.
 *
 * @param measured for each sampler one entry per posterior, in the same order
 */
export function comparison(measured: ReadonlyMap<string, readonly Measured[]>): string {
  const [first] = measured.values();
  const rows = [...measured].map(([name, each]) => {
    const cell = (key: 'sampling' | 'all' | 'warmupGradients') =>
      spread(each.map((one, index) => one[key] / first![index]![key]));
    const accepted = each.reduce((sum, one) => sum + one.accepted, 0) / each.length;
    const divergences = each.reduce((sum, one) => sum + one.divergences, 0);
    return `| ${[name, cell('sampling'), cell('all'), cell('warmupGradients'), accepted.toFixed(3), divergences].join(' | ')} |`;
  });
  return [
    '| sampler | sampling | all | warm-up gradients | accepted | divergences |',
    '| --- | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}

/** `0.92 (0.76 to 1.03)`; `1` if all ratios are 1. */
export function spread(ratios: readonly number[]): string {
  if (ratios.every((ratio) => ratio === 1)) return '1';
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  return `${mean.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}
