/** The functions by which the sampler learns how far to centre latents; see runtime/layout.ts. */
import { PROFILE } from '../graph/node.ts';
import { centringNodes } from '../schedule/plan.ts';
import type { EmitContext } from './context.ts';
import { literal } from './dialect.ts';
import type { NamedLatent } from './latent-code.ts';
import { placesIn, readLatents, sizeOf, storeNode } from './point-places.ts';
import type { ProgramCode } from './program-code.ts';
import { indent } from './text.ts';

/** The latents whose centring is learnt. */
export function learntLatents(latents: readonly NamedLatent[]): readonly NamedLatent[] {
  return latents.filter(({ learntCentring }) => learntCentring !== null);
}

/** How many values have a centring of their own, as a declaration. */
export function centringSizeCode(latents: readonly NamedLatent[]): string {
  const learnt = learntLatents(latents);
  const isFixed = learnt.every(({ domain }) => domain === PROFILE);
  const comment = '/** How many values have a centring that the sampler learns. */';
  return isFixed
    ? `${comment}\nexport const CENTRINGS: i32 = ${learnt.length};`
    : `${comment}\nexport let CENTRINGS: i32 = 0;`;
}

/** Statements of binding: the number of those values, where data decide it, and the centring that each begins with. */
export function bindCentrings(latents: readonly NamedLatent[], at: EmitContext): readonly string[] {
  const learnt = learntLatents(latents);
  const starts = learnt.map(({ domain, names, learntCentring }) => {
    const start = literal(learntCentring!.start);
    if (domain === PROFILE) return `${names.centring} = ${start};`;
    at.runtime('fillLevels');
    return `fillLevels(${names.centring}, ${at.domainCode.get(domain)!.members}, ${start});`;
  });
  const isFixed = learnt.every(({ domain }) => domain === PROFILE);
  return [...starts, ...(isFixed ? [] : [`CENTRINGS = ${sizeOf(learnt, at.domainCode)};`])];
}

/** The functions that the sampler calls. */
export function centringFunctions(
  latents: readonly NamedLatent[],
  standardisation: ProgramCode,
  at: EmitContext,
  isSharded: boolean,
): readonly string[] {
  const learnt = learntLatents(latents);
  const isNoted = isSharded && learnt.length > 0;
  if (isNoted) at.runtime('keepCentrings');
  return [
    `/** See runtime/layout.ts. */
export function setCentrings(centrings: usize): void {${bodyOf([
      ...(isNoted ? ['keepCentrings(centrings, CENTRINGS);'] : []),
      ...readLatents(learnt, 'centrings', ({ names }) => names.centring, at),
    ])}}`,
    `/** See runtime/layout.ts. */
export function describeCentrings(places: usize): void {${bodyOf(descriptions(latents, at))}}`,
    `/** See runtime/layout.ts. */
export function standardise(position: usize, out: usize): void {${bodyOf(
      learnt.length === 0 ? [] : standardiseStatements(latents, standardisation, at),
    )}}`,
  ];
}

function bodyOf(statements: readonly string[]): string {
  return statements.length === 0 ? '' : `\n${indent(statements, 2)}\n`;
}

/** Calls that describe the values of one latent after those of another. */
function descriptions(latents: readonly NamedLatent[], { runtime, domainCode }: EmitContext): string[] {
  const learnt = learntLatents(latents);
  return learnt.map((latent, index) => {
    const { domain, learntCentring } = latent;
    const { start, standard, isWalk } = learntCentring!;
    const [first, place] = [learnt.slice(0, index), latents.slice(0, latents.indexOf(latent))].map((before) =>
      sizeOf(before, domainCode),
    );
    const count = domain === PROFILE ? '1' : domainCode.get(domain)!.members;
    const facts = [start, standard.centre, standard.spread].map(literal).join(', ');
    runtime('describeCentring');
    return `describeCentring(places, ${first}, ${place}, ${count}, ${isWalk}, ${facts}); // ${latent.name}`;
  });
}

function standardiseStatements(
  latents: readonly NamedLatent[],
  program: ProgramCode,
  at: EmitContext,
): string[] {
  const learnt = learntLatents(latents);
  const repeated = [0, 1, 2].flatMap(() => learnt);
  const { statements, places } = placesIn('out', repeated, program.local, at.domainCode);
  const stores = repeated.map((latent, index) => {
    const node = centringNodes(latent.learntCentring)[Math.floor(index / learnt.length)]!;
    return storeNode(node, latent, places[index]!, program, at);
  });
  return [
    ...readLatents(latents, 'position', ({ names }) => names.unconstrained, at, program.local),
    ...program.statements,
    ...statements,
    ...stores,
  ];
}
