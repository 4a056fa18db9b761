/** Emits the functions of the log density: one, or two of which the faster serves most points. */
import { RANGE_LIMIT } from '../rewrite/separate-exponentials.ts';
import type { DensityPlan, SeparatedDensity } from '../schedule/plan.ts';
import type { EmitContext } from './context.ts';
import { literal } from './dialect.ts';
import { assign, type NamedLatent } from './latent-code.ts';
import type { ProgramCode } from './program-code.ts';
import { indent } from './text.ts';

/** The density alone. */
export function densityFunctions(
  latents: readonly NamedLatent[],
  at: EmitContext,
  density: DensityPlan,
  program: ProgramCode,
  name = 'density',
): readonly string[] {
  const comment = "Log density on the layout's own scale, and its adjoint for each latent.";
  return [densityFunction(name, comment, density, program, latents, at)];
}

/** The density, and the one with separated exponentials; the ranges at the point decide between them. */
export function separatedFunctions(
  latents: readonly NamedLatent[],
  at: EmitContext,
  separated: SeparatedDensity,
  program: ProgramCode,
  range: ProgramCode,
): readonly string[] {
  const comment =
    'The same, from exponentials that separate into a factor of the profile and one of the data.';
  return [
    densityFunction('separatedDensity', comment, separated, program, latents, at),
    `/** Log density and adjoints, by separated exponentials where none can overflow. */
function density(): f64 {
${indent(range.statements, 2)}
  return ${range.code(separated.range).text} <= ${literal(RANGE_LIMIT)} ? separatedDensity() : directDensity();
}`,
  ];
}

/** The prior alone, which needs no loop over rows. */
export function priorFunction(
  latents: readonly NamedLatent[],
  at: EmitContext,
  prior: DensityPlan,
  program: ProgramCode,
): string {
  const comment = "Log density of the prior on the layout's own scale, and its adjoint for each latent.";
  return densityFunction('priorDensity', comment, prior, program, latents, at);
}

function densityFunction(
  name: string,
  comment: string,
  { logDensity, adjoints }: DensityPlan,
  program: ProgramCode,
  latents: readonly NamedLatent[],
  at: EmitContext,
): string {
  const assigned = assign(latents, ({ adjoint }) => adjoint, adjoints, program, at);
  return `/** ${comment} */
function ${name}(): f64 {
${indent([...program.statements, ...assigned], 2)}
  return ${program.code(logDensity).text};
}`;
}
