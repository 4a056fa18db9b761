/** The manifest of a layout: what a host must know to feed its module and to read its draws. */
import type { Manifest, ManifestColumn } from '../../host/manifest.ts';
import { transformName } from '../check/prior-families.ts';
import type { Demand, Latent, Type, TypedLayout } from '../check/typed-layout.ts';
import { unitText } from '../check/unit-text.ts';

export function manifestOf(layout: TypedLayout, statistics: readonly string[]): Manifest {
  return {
    abi: 2,
    layout: layout.name,
    doc: layout.doc,
    ...(layout.choices.length > 0
      ? { choices: Object.fromEntries(layout.choices.map(({ name, chosen }) => [name, chosen])) }
      : {}),
    columns: [
      ...layout.demands.map(demandColumn),
      ...layout.observations.map(
        ({ outcome, doc }): ManifestColumn => ({
          name: outcome,
          role: 'outcome',
          kind: 'binary',
          unit: '',
          domain: { kind: 'set', values: [0, 1] },
          doc,
        }),
      ),
    ],
    latents: layout.latents.map((latent: Latent) => ({
      name: latent.name,
      role: latent.role,
      unit: unitOf(latent.type),
      isProbability: latent.type.kind === 'probability',
      prior: latent.priorText,
      transform: transformName(latent.prior),
      doc: latent.doc,
    })),
    statistics,
  };
}

function demandColumn(demand: Demand): ManifestColumn {
  return {
    name: demand.name,
    role: 'demand',
    kind: demand.type.kind === 'flag' ? 'flag' : demand.isCount ? 'count' : 'real',
    unit: unitOf(demand.type),
    domain: manifestDomain(demand),
    doc: demand.doc,
  };
}

/** JSON has no infinities: an open side is left out. */
function manifestDomain({ domain }: Demand): ManifestColumn['domain'] {
  if (domain.kind !== 'range') return domain;
  return {
    kind: 'range',
    ...(Number.isFinite(domain.lo) ? { lo: domain.lo } : {}),
    ...(Number.isFinite(domain.hi) ? { hi: domain.hi } : {}),
  };
}

function unitOf(type: Type): string {
  return type.kind === 'real' ? unitText(type.unit) : type.kind === 'probability' ? 'probability' : '';
}
