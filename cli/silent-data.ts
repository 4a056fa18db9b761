/** What a table cannot tell about a layout, whatever the fit: columns that hold one value only. */
import type { Manifest } from '../host/manifest.ts';

/** One sentence for each outcome that never varies and each demand that never does. */
export function silences(manifest: Manifest, columns: ReadonlyMap<string, Float64Array>): string[] {
  return manifest.columns.flatMap(({ name, role }) => {
    const values = columns.get(name)!;
    const [first] = values;
    if (!values.every((value) => value === first)) return [];
    return [role === 'outcome' ? onlyOneOutcome(name, first === 1) : onlyOneDemand(name, first!)];
  });
}

function onlyOneOutcome(name: string, success: boolean): string {
  return success
    ? `Every \`${name}\` is 1: the data cannot tell how far the abilities reach beyond the hardest demands, and there the numbers repeat the priors.`
    : `Every \`${name}\` is 0: the data cannot tell how far the abilities fall short of the easiest demands, nor which of them does, and there the numbers repeat the priors.`;
}

function onlyOneDemand(name: string, value: number): string {
  return `Every \`${name}\` is ${value}: the data cannot tell how the outcome changes with it.`;
}
