/**
 * Latents that are declared as `sum to zero`: the deviations of independent normal values, one for each level of a category, from
 * their mean. They are normal on the plane on which they sum to zero, which has one dimension less than there are levels.
 */
import { quote } from '../../grammar/quote.ts';
import type { LatentDeclaration } from '../../grammar/syntax.ts';
import type { PriorFamily } from '../families/priors.ts';
import type { Checked } from './checked.ts';
import { constantOf } from './constant-value.ts';
import { readsPrevious } from './parametrisation.ts';
import type { Scope } from './scope.ts';

/**
 * Whether the latents of a declaration may sum to zero; reported when they may not.
 *
 * @param parameters of the prior, by name
 */
export function maySumToZero(
  declaration: LatentDeclaration,
  family: PriorFamily,
  parameters: Readonly<Record<string, Checked>>,
  index: string | null,
  { names, log }: Scope,
): boolean {
  const { sumToZero, names: declared, prior, truncation, inOrder, correlated } = declaration;
  const refuse = (span: LatentDeclaration['span'], message: string, remedy: string) => {
    log.error('sum-to-zero', span, message, remedy);
    return false;
  };
  const { span } = sumToZero!;
  const name = declared[0]!.text.split('.')[0]!;
  if (index === null) {
    return refuse(
      span,
      `${quote(name)} has one value, and no levels that could sum to zero.`,
      `Index it by a category, as in ${quote(`${name}[item]`)}, or leave out ${quote('sum to zero')}.`,
    );
  }
  const category = names.get(index);
  if (category?.kind === 'category' && category.declaration.pairOf != null) {
    return refuse(
      span,
      `${quote(name)} has a value for each pair of levels, and ${quote('sum to zero')} does not say along which of the two they sum.`,
      `Index it by one category, or leave out ${quote('sum to zero')}.`,
    );
  }
  if (inOrder !== null || correlated !== null) {
    const other = inOrder === null ? 'correlated' : 'ordered';
    return refuse(
      span,
      `Latents that are ${quote(other)} cannot sum to zero in this version.`,
      `Leave out ${quote(other)}, or leave out ${quote('sum to zero')}.`,
    );
  }
  if (truncation !== null) {
    return refuse(
      truncation.span,
      'The levels of a truncated prior cannot sum to zero.',
      'Leave out the range: the values are held together by their sum.',
    );
  }
  if (family !== 'normal') {
    return refuse(
      prior.callee.span,
      `Only a ${quote('normal')} prior can sum to zero, and this is ${quote(family)}.`,
      `Write ${quote('normal(0, spread) sum to zero')}, and compute the rest from it with ${quote('let')}.`,
    );
  }
  const { mean, sd } = parameters as { readonly mean: Checked; readonly sd: Checked };
  if ([mean, sd].some(({ expression }) => readsPrevious(expression))) {
    return refuse(
      prior.span,
      'Latents that drift from level to level cannot sum to zero.',
      `Leave out ${quote('previous')}, or leave out ${quote('sum to zero')}.`,
    );
  }
  if (constantOf(mean.expression) !== 0) {
    return refuse(
      mean.expression.span,
      'The mean of levels that sum to zero is 0, and this is another.',
      `Write ${quote('normal(0, …)')}, and add the place that they have together where they are read, as in ${quote(`middle + ${name}[${index}]`)}.`,
    );
  }
  const [level] = sd.levels;
  if (level === undefined) return true;
  return refuse(
    level.span,
    `Levels that sum to zero have one standard deviation, and this differs between the levels of ${quote(level.name)}.`,
    `Give all levels one, as in ${quote('normal(0, spread)')}.`,
  );
}
