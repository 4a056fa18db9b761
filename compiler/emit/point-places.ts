/**
 * The layout of points in the generated code: the latents' values one after another, an indexed latent's levels in a
 * row.
 */
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import type { EmitContext } from './context.ts';
import type { DomainCode } from './domain-code.ts';
import { capitalised } from './names.ts';
import type { ProgramCode } from './program-code.ts';

/** Where a latent's values are in a point: a pointer and an offset in bytes. */
export interface Place {
  readonly pointer: string;
  readonly offset: number;
}

/** The places of latents, and the statements that compute those after indexed latents. */
export interface Places {
  readonly statements: readonly string[];
  readonly places: readonly Place[];
}

/** What determines how many values a latent has. */
export interface Sized {
  readonly name: string;
  readonly domain: DomainId;
}

/** The places of latents in the point at `base`, in a function whose variables are named by `local`. */
export function placesIn(
  base: string,
  latents: readonly Sized[],
  local: (hint: string) => string,
  domains: ReadonlyMap<DomainId, DomainCode>,
): Places {
  const statements: string[] = [];
  const places: Place[] = [];
  let at: Place = { pointer: base, offset: 0 };
  latents.forEach((latent, index) => {
    places.push(at);
    if (latent.domain === PROFILE) {
      at = { ...at, offset: at.offset + 8 };
      return;
    }
    if (index === latents.length - 1) return;
    const next = { pointer: local(`${base}After${capitalised(latent.name)}`), offset: 0 };
    const { members } = domains.get(latent.domain)!;
    statements.push(`const ${next.pointer} = ${addressOf(at)} + (<usize>${members} << 3);`);
    at = next;
  });
  return { statements, places };
}

export function addressOf({ pointer, offset }: Place): string {
  return offset === 0 ? pointer : `${pointer} + ${offset}`;
}

/** The total number of values of some latents, as code: `3 + personMembers`. */
export function sizeOf(latents: readonly Sized[], domains: ReadonlyMap<DomainId, DomainCode>): string {
  const single = latents.filter(({ domain }) => domain === PROFILE).length;
  const members = latents.flatMap(({ domain }) => (domain === PROFILE ? [] : [domains.get(domain)!.members]));
  return [...(single > 0 || members.length === 0 ? [String(single)] : []), ...members].join(' + ');
}

/** Statements that take each latent's variable, where it has one, from a point. */
export function readLatents<Latent extends Sized>(
  latents: readonly Latent[],
  base: string,
  variable: (latent: Latent) => string | null,
  context: EmitContext,
  local: (hint: string) => string = context.scope(base),
): string[] {
  const { domainCode } = context;
  const read = (latent: Latent, place: Place): string[] => {
    const { domain } = latent;
    const name = variable(latent);
    if (name === null) return [];
    if (domain === PROFILE) return [`${name} = load<f64>(${place.pointer}, ${place.offset});`];
    context.runtime('readLevels');
    return [`readLevels(${name}, ${addressOf(place)}, ${domainCode.get(domain)!.members});`];
  };
  const { statements, places } = placesIn(base, latents, local, domainCode);
  return [...statements, ...latents.flatMap((latent, index) => read(latent, places[index]!))];
}

/** The statement that stores what a program computed for a latent, one value or one per level, at its place in a point. */
export function storeNode(
  id: NodeId,
  { domain }: Sized,
  place: Place,
  { code, array }: Pick<ProgramCode, 'code' | 'array'>,
  { graph, domainCode, runtime }: EmitContext,
): string {
  if (domain === PROFILE) return `store<f64>(${place.pointer}, ${code(id).text}, ${place.offset});`;
  const { members } = domainCode.get(domain)!;
  if (graph.node(id).domain !== PROFILE)
    return `memory.copy(${addressOf(place)}, ${array(id)}, <usize>${members} << 3);`;
  runtime('fillEach');
  return `fillEach(${addressOf(place)}, ${members}, ${code(id).text});`;
}
