/** What the columns of a table cannot tell about a layout: those that hold one value only, and demands that always vary together. */
import type { Columns } from '../../module/columns.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { listedNames, quoted } from '../diagnose/wording.ts';
import type { Hint } from './hint.ts';
import { groupsThatVaryTogether } from './vary-together.ts';

/**
 * One hint for each thing that the columns cannot tell. Of demands only those count that an outcome depends on: a number of
 * trials, or a demand that is read by a statistic alone, may well be the same in every row.
 */
export function columnHints({ columns: wanted, dataTerms }: Manifest, columns: Columns): Hint[] {
  const valuesOf = (name: string) => columns.get(name)!;
  // Outcomes that are missing say nothing.
  const firstOf = (name: string) => valuesOf(name).find((value) => !Number.isNaN(value))!;
  const isConstant = ({ name }: ManifestColumn) => {
    const first = firstOf(name);
    return valuesOf(name).every((value) => value === first || Number.isNaN(value));
  };
  const met = new Set(dataTerms.flat());
  const demands = wanted.filter(({ role, name }) => role === 'demand' && met.has(name));
  const constant = demands.filter(isConstant).map(({ name }) => name);
  const varying = demands.filter(({ name }) => !constant.includes(name));
  const together = groupsThatVaryTogether(new Map(varying.map(({ name }) => [name, valuesOf(name)])));
  return [
    ...wanted
      .filter((column) => column.role === 'outcome' && isConstant(column))
      .map((outcome) => constantOutcome(outcome, firstOf(outcome.name))),
    ...(constant.length === 0 ? [] : [constantDemands(constant, firstOf(constant[0]!))]),
    ...together.flatMap((group) => {
      const apart = metApart(group, dataTerms);
      return apart.length < 2 ? [] : [varyTogether(apart)];
    }),
  ];
}

/**
 * The names that latents are combined with apart from the others. Where every part of the layout that reads one reads the other
 * too, it makes no difference which of the two the outcome depends on.
 */
function metApart(names: readonly string[], dataTerms: Manifest['dataTerms']): string[] {
  const termsOf = (name: string) =>
    dataTerms.flatMap((term, index) => (term.includes(name) ? [index] : [])).join();
  return names.filter(
    (name, index) => names.findIndex((other) => termsOf(other) === termsOf(name)) === index,
  );
}

function constantOutcome({ name, kind }: ManifestColumn, value: number): Hint {
  const hint = { kind: 'constant-outcome', names: [name] } as const;
  if (kind !== 'binary') {
    return {
      ...hint,
      message: `Every ${quoted(name)} is ${value}: the data cannot tell how it changes with the demands, nor how much it varies.`,
      remedy: 'Check that this is the right column.',
    };
  }
  return value === 1
    ? {
        ...hint,
        message: `Every ${quoted(name)} is 1: the data cannot tell how far the abilities reach beyond the hardest demands.`,
        remedy: 'Add harder tasks, some of which fail.',
      }
    : {
        ...hint,
        message: `Every ${quoted(name)} is 0: the data cannot tell how far the abilities fall short of the easiest demands, nor which of them does.`,
        remedy: 'Add easier tasks, some of which succeed.',
      };
}

function constantDemands(names: readonly string[], value: number): Hint {
  const kind = 'constant-demand';
  return names.length === 1
    ? {
        ...{ kind, names },
        message: `Every ${quoted(names[0]!)} is ${value}: the data cannot tell how the outcome changes with it.`,
        remedy: 'Add rows where it has other values, or take it out of the layout.',
      }
    : {
        ...{ kind, names },
        message: `${listedNames(names.map(quoted))} are the same in every row: the data cannot tell how the outcome changes with them.`,
        remedy: 'Add rows where they have other values, or take them out of the layout.',
      };
}

function varyTogether(names: readonly string[]): Hint {
  const which = names.length === 2 ? 'which of the two' : 'which of them';
  return {
    ...{ kind: 'together', names },
    message: `${listedNames(names.map(quoted))} always vary together: the data cannot tell ${which} the outcome depends on.`,
    remedy:
      names.length === 2
        ? 'Add rows where one varies without the other, or take one of them out of the layout.'
        : 'Add rows where one varies without the others, or keep only one of them in the layout.',
  };
}
