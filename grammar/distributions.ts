/** The expressions in a declaration's distribution or shares. */
import type { CallSyntax, ClassDeclaration, DistributionSyntax, ExpressionSyntax } from './syntax.ts';

/** Of a class, in source order: the distribution, or the share of each state. */
export function sharesOf({ distribution, states }: ClassDeclaration): readonly ExpressionSyntax[] {
  return distribution === null ? states.map(({ share }) => share) : [distribution];
}

/** Of an outcome, in source order: the call of its distribution, or the share and the call of each component. */
export function expressionsOfDistribution(distribution: DistributionSyntax): readonly ExpressionSyntax[] {
  return distribution.kind === 'mixture'
    ? distribution.components.flatMap(({ share, distribution: call }) => [share, call])
    : [distribution];
}

/** The distribution with each call and each share mapped. */
export function mapDistribution(
  distribution: DistributionSyntax,
  map: { call(call: CallSyntax): CallSyntax; share(share: ExpressionSyntax): ExpressionSyntax },
): DistributionSyntax {
  if (distribution.kind === 'call') return map.call(distribution);
  return {
    ...distribution,
    components: distribution.components.map(({ share, distribution: call }) => ({
      share: map.share(share),
      distribution: map.call(call),
    })),
  };
}
