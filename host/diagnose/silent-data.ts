/**
 * What a table cannot tell about a layout, whatever the fit: columns that hold one value only, demands that always vary
 * together, latents that no row informs.
 */
import type { Manifest } from '../manifest.ts';
import { groupsThatVaryTogether } from './vary-together.ts';
import { listed, quoted } from './wording.ts';

/** One sentence for each thing that the columns cannot tell; `uninformed` are latents whose likelihood is flat. */
export function silences(
  manifest: Manifest,
  columns: ReadonlyMap<string, Float64Array>,
  uninformed: readonly string[],
): string[] {
  const isConstant = ({ name }: { readonly name: string }) => {
    const values = columns.get(name)!;
    return values.every((value) => value === values[0]);
  };
  const constant = manifest.columns.filter(isConstant);
  const demands = manifest.columns.filter(({ role }) => role === 'demand');
  const varying = demands.filter((column) => !constant.includes(column)).map(({ name }) => name);
  return [
    ...constant.map(({ name, role, kind }) => {
      const [first] = columns.get(name)!;
      if (role === 'demand') return onlyOneDemand(name, first!);
      return kind === 'binary' ? onlyOneOutcome(name, first === 1) : onlyOneValue(name, first!);
    }),
    ...groupsThatVaryTogether(new Map(varying.map((name) => [name, columns.get(name)!]))).map(together),
    ...(uninformed.length === 0 ? [] : [noRowTells(uninformed)]),
  ];
}

function together(names: readonly string[]): string {
  const which = names.length === 2 ? 'which of the two' : 'which of them';
  return `${listed(names.map(quoted))} always vary together: the data cannot tell ${which} the outcome depends on.`;
}

function noRowTells(names: readonly string[]): string {
  return names.length === 1
    ? `No row tells anything of ${listed(names.map(quoted))}: its numbers repeat the prior.`
    : `No row tells anything of ${listed(names.map(quoted))}: their numbers repeat the priors.`;
}

function onlyOneOutcome(name: string, success: boolean): string {
  return success
    ? `Every \`${name}\` is 1: the data cannot tell how far the abilities reach beyond the hardest demands, and there the numbers repeat the priors.`
    : `Every \`${name}\` is 0: the data cannot tell how far the abilities fall short of the easiest demands, nor which of them does, and there the numbers repeat the priors.`;
}

function onlyOneValue(name: string, value: number): string {
  return `Every \`${name}\` is ${value}: the data cannot tell how it changes with the demands, nor how much it varies.`;
}

function onlyOneDemand(name: string, value: number): string {
  return `Every \`${name}\` is ${value}: the data cannot tell how the outcome changes with it.`;
}
