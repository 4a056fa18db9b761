/** Type checks statistics: one number for the whole fitted data set, or one for each level of a category. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import type { StatisticFunction } from '../graph/node.ts';
import { asReal, type Checked, isProbable, type Reading, realType } from './checked.ts';
import type { Type } from './typed-layout.ts';
import { dimensionless } from './units.ts';

/** A statistic of an expression of data; null for an expression that reads a latent or no column, which is reported. */
export function applyStatistic(
  name: StatisticFunction,
  argument: Checked,
  level: Reading | null,
  span: Span,
  log: DiagnosticLog,
): Checked | null {
  const { latent, row, levels, origins } = argument;
  if (latent !== null) {
    log.error(
      'statistic-of-latent',
      latent.span,
      `The statistic ${quote(name)} reads the latent ${quote(latent.name)}, but statistics can only read data.`,
      'Take the statistic of demands or outcomes, and combine it with the latent outside.',
      [{ span: latent.declared, message: `${quote(latent.name)} is declared here` }],
    );
    return null;
  }
  if (row === null && levels.length === 0) {
    log.error(
      'statistic-without-data',
      argument.expression.span,
      `The statistic ${quote(name)} reads no column, so there is nothing to compute it from.`,
      'Give it a demand or an outcome, or leave the statistic out.',
    );
    return null;
  }
  const real = asReal(argument);
  return {
    expression: {
      kind: 'statistic',
      function: name,
      argument: real.expression,
      by: level?.name ?? null,
      type: statisticType(name, argument),
      known: level === null ? 'statistic' : 'row',
      span,
    },
    bare: false,
    constant: null,
    row: null,
    latent: null,
    levels: level === null ? [] : [level],
    statistic: true,
    origins: name === 'count' ? [] : origins,
  };
}

function statisticType(name: StatisticFunction, argument: Checked): Type {
  if (name === 'count') return realType(dimensionless);
  if (name === 'mean' && isProbable(argument)) return { kind: 'probability' };
  return realType(asReal(argument).unit);
}
