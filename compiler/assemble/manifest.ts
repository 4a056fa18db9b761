/** The manifest of a layout: what a host must know to bind data to its module and to read its draws. */

import {
  type Manifest,
  type ManifestClassGroup,
  type ManifestColumn,
  type ManifestReport,
  TABLE_COLUMN,
} from '../../module/manifest.ts';
import { textAt } from '../build/build.ts';
import type { PredictionGraph } from '../build/predicted.ts';
import { differsByRow } from '../build/predicted.ts';
import { type Constant, constantOf } from '../check/constant-value.ts';
import { dataTermsOf } from '../check/data-terms.ts';
import { derivationsOf } from '../check/factors.ts';
import { knownSupport, numberOf, scaleOf, scaleOfReport } from '../check/measurement.ts';
import { isCentringLearnt } from '../check/parametrisation.ts';
import { meaningOf } from '../check/print-typed.ts';
import { layoutOfMain, rowsOfTables } from '../check/row-tables.ts';
import { allClassGroups, classesIn } from '../check/summed-classes.ts';
import type {
  Category,
  Demand,
  Equation,
  Latent,
  Observation,
  Report,
  Type,
  TypedExpression,
  TypedLayout,
} from '../check/typed-layout.ts';
import { unitText } from '../check/units.ts';
import { windowsOf } from '../check/windows.ts';
import { gradesOf, outcomeDefinition, outcomeParts, trialsOf } from '../families/outcomes.ts';
import { transformName } from '../families/priors.ts';
import { standardsOf } from '../interpret/standardise.ts';
import { AS_IT_IS, type Standard } from '../interpret/transform.ts';

/** The parts of the manifest that come from a layout's graphs. */
export interface ManifestParts {
  readonly statistics: readonly string[];
  readonly levelStatistics: Manifest['levelStatistics'];
  readonly derived: Manifest['derived'];
  /** For each observation, as `derivationsOf` finds them. */
  readonly factorsOfOutcomes: readonly (readonly number[] | null)[];
  /** For each observation the probabilities of its values; null if it is no grade and no choice. */
  readonly probabilitiesOfOutcomes: readonly (readonly number[] | null)[];
  readonly classes: readonly ManifestClassGroup[];
}

/** For a manifest that needs only columns and latents. */
export const NO_PARTS: ManifestParts = {
  statistics: [],
  levelStatistics: [],
  derived: [],
  factorsOfOutcomes: [],
  probabilitiesOfOutcomes: [],
  classes: [],
};

export function manifestOf(
  layout: TypedLayout,
  {
    statistics,
    levelStatistics,
    derived,
    factorsOfOutcomes,
    probabilitiesOfOutcomes,
    classes,
  }: ManifestParts,
  isNonCentred: (latent: Latent) => boolean,
): Manifest {
  const windows = windowsOf(layoutOfMain(layout));
  const standards = standardsOf(layout, isNonCentred);
  return {
    abi: 7,
    layout: layout.name,
    doc: layout.doc,
    meaning: meaningOf(layout),
    ...(layout.choices.length > 0
      ? { choices: Object.fromEntries(layout.choices.map(({ name, chosen }) => [name, chosen])) }
      : {}),
    columns: [
      ...layout.demands.map(demandColumn),
      ...(layout.tables.length === 0 ? [] : [TABLE]),
      ...layout.categories.flatMap(categoryColumns),
      ...layout.observations.map((observation, index) => ({
        ...outcomeColumn(observation),
        ...(factorsOfOutcomes[index] == null ? {} : { factors: factorsOfOutcomes[index] }),
        ...(outcomeDefinition(observation).isNominal === true ? { isNominal: true as const } : {}),
        ...(probabilitiesOfOutcomes[index] == null ? {} : { probabilities: probabilitiesOfOutcomes[index] }),
      })),
    ],
    latents: layout.latents.map((latent: Latent) => ({
      name: latent.name,
      role: latent.role,
      ...(latent.index === null ? {} : { index: latent.index }),
      unit: unitOf(latent.type),
      isProbability: latent.type.kind === 'probability',
      scale: scaleOf(latent.prior),
      support: knownSupport(latent.prior),
      prior: latent.priorText,
      ...(latent.readsBesides === undefined ? {} : { reads: latent.readsBesides }),
      transform: transformName(latent.prior, isNonCentred(latent)),
      ...standardOf(standards.get(latent.name)),
      ...(isCentringLearnt(latent) ? { centring: 'learnt' as const } : {}),
      ...(latent.prior.sumsToZero ? { sumsToZero: true as const } : {}),
      doc: latent.doc,
    })),
    ...(layout.reports.length === 0
      ? {}
      : { reports: layout.reports.map((report) => manifestReport(report, layout)) }),
    ...tablesOf(layout),
    dataTerms: dataTermsOf(layoutOfMain(layout)),
    ...(windows.length === 0 ? {} : { windows }),
    statistics,
    levelStatistics,
    ...(classes.length === 0 ? {} : { classes }),
    derived,
  };
}

/** The column that says which table a row belongs to. */
const TABLE: ManifestColumn = {
  name: TABLE_COLUMN,
  role: 'demand',
  kind: 'count',
  unit: '',
  domain: { kind: 'range', lo: 0 },
  doc: null,
};

/** The tables beside the main one; absent if there are none. */
function tablesOf(layout: TypedLayout): Pick<Manifest, 'tables'> {
  if (layout.tables.length === 0) return {};
  const [main, ...others] = rowsOfTables(layout);
  const declared = new Set(main!.columns);
  return {
    tables: others.map(({ name, columns }, place) => {
      const own = [...columns].filter((column) => !declared.has(column));
      const shared = [...columns].filter((column) => declared.has(column));
      for (const column of own) declared.add(column);
      return { name: name!, columns: own, shared, doc: layout.tables[place]!.doc };
    }),
  };
}

function manifestReport(report: Report, layout: TypedLayout): ManifestReport {
  const { name, index, value, equation, text, doc } = report;
  const isProbability = value.type.kind === 'probability';
  return {
    name,
    role: 'report',
    ...(index === null ? {} : { index }),
    unit: unitOf(value.type),
    isProbability,
    // A solution is a value of a demand, on whose scale it is, whatever scales the latents are on.
    scale: isProbability ? 'ordinal' : equation === undefined ? scaleOfReport(value, layout) : 'interval',
    ...(isProbability ? { support: { lo: 0, hi: 1 } } : {}),
    ...(equation === undefined ? {} : { range: rangeOf(value, equation) }),
    prior: text,
    doc,
  };
}

/** The range of a solution, in the unit of its report. */
function rangeOf(
  value: TypedExpression,
  { unknown, lo, hi }: Equation,
): { readonly lo: number; readonly hi: number } {
  const at = (end: number): number => {
    const inPlace = (part: TypedExpression): TypedExpression => {
      if (part.kind === 'call') return { ...part, arguments: part.arguments.map(inPlace) };
      const isUnknown = part.kind === 'latent' && part.name === unknown;
      return isUnknown ? { ...part, kind: 'number', value: end } : part;
    };
    return real(constantOf(inPlace(value)) ?? end);
  };
  return { lo: at(lo), hi: at(hi) };
}

function real(value: Constant): number {
  return typeof value === 'number' ? value : value.p;
}

/** Absent if the transform needs no standardisation, or if it depends on the data. */
function standardOf(standard: Standard | undefined): { readonly standard?: Standard } {
  return standard === undefined || standard === AS_IT_IS ? {} : { standard };
}

function demandColumn(demand: Demand): ManifestColumn {
  return {
    name: demand.name,
    role: 'demand',
    kind: demand.type.kind === 'flag' ? 'flag' : demand.isCount ? 'count' : 'real',
    unit: unitOf(demand.type),
    domain: manifestDomain(demand),
    ...(demand.index === null ? {} : { index: demand.index }),
    ...(demand.missing === null ? {} : { missing: demand.missing }),
    doc: demand.doc,
  };
}

function categoryColumns({
  name,
  columns,
  levels,
  within,
  orderedBy,
  pairOf,
  doc,
}: Category): ManifestColumn[] {
  return columns.map((column) => ({
    name: column,
    role: 'category',
    kind: 'level',
    unit: '',
    domain: { kind: 'any' },
    ...(column === name ? {} : { category: name }),
    ...(levels === null ? {} : { levels }),
    ...(within === null ? {} : { within }),
    ...(orderedBy === null ? {} : { orderedBy }),
    // A pair belongs to its first level too, as a task belongs to its family.
    ...(pairOf === null ? {} : { within: pairOf[0], pairOf }),
    doc,
  }));
}

function outcomeColumn(observation: Observation): ManifestColumn {
  const { outcome, type, doc } = observation;
  const unit = type.kind === 'real' ? unitText(type.unit) : '';
  const { values, weight, censoring } = observation;
  return {
    name: outcome,
    role: 'outcome',
    ...support(observation),
    unit,
    ...(values === null ? {} : { values }),
    ...(weight === null ? {} : { weight }),
    ...(censoring === null ? {} : { censored: censoring.kind }),
    doc,
  };
}

/** The values that an outcome may have. */
function support(observation: Observation): Pick<ManifestColumn, 'kind' | 'domain' | 'trials'> {
  switch (outcomeDefinition(observation).values) {
    case 'flag':
      return { kind: 'binary', domain: { kind: 'set', values: [0, 1] } };
    case 'count': {
      const trials = trialsOf<TypedExpression>(observation);
      if (trials?.kind === 'column')
        return { kind: 'count', domain: { kind: 'range', lo: 0 }, trials: trials.name };
      if (trials?.kind !== 'number') throw new Error('The number of trials was not checked.');
      return { kind: 'count', domain: { kind: 'range', lo: 0, hi: trials.value } };
    }
    case 'grade':
      return { kind: 'count', domain: { kind: 'range', lo: 1, hi: gradesOf(observation) } };
    case 'tally':
      return { kind: 'count', domain: { kind: 'range', lo: 0 } };
    case 'share':
      return { kind: 'real', domain: { kind: 'range', lo: 0, hi: 1, open: true } };
    case 'closedShare':
      return { kind: 'real', domain: { kind: 'range', lo: 0, hi: 1 } };
    case 'positive':
      return { kind: 'real', domain: truncatedDomain(observation) ?? { kind: 'range', lo: 0, open: true } };
    case 'line':
      return { kind: 'real', domain: truncatedDomain(observation) ?? { kind: 'any' } };
  }
}

/** The range to which an outcome is truncated, as far as its ends are numbers; null if they are not. Those of a positive outcome are above 0. */
function truncatedDomain({ truncation }: Observation): ManifestColumn['domain'] | null {
  const [lo, hi] = [truncation?.lo, truncation?.hi].map((end) => numberOf(end ?? null));
  if (lo == null && hi == null) return null;
  return { kind: 'range', ...(lo == null ? {} : { lo }), ...(hi == null ? {} : { hi }) };
}

/** JSON has no infinities, so an open side is left out. */
function manifestDomain({ domain }: Demand): ManifestColumn['domain'] {
  if (domain.kind !== 'range') return domain;
  return {
    kind: 'range',
    ...(Number.isFinite(domain.lo) ? { lo: domain.lo } : {}),
    ...(Number.isFinite(domain.hi) ? { hi: domain.hi } : {}),
  };
}

/** `probability`, or the unit as text; empty if dimensionless. */
export function unitOf(type: Type): string {
  return type.kind === 'real' ? unitText(type.unit) : type.kind === 'probability' ? 'probability' : '';
}

export function explanationParts(
  layout: TypedLayout,
  text: string,
  { graph, derived }: PredictionGraph,
): Pick<ManifestParts, 'derived' | 'factorsOfOutcomes' | 'probabilitiesOfOutcomes' | 'classes'> {
  const derivations = derivationsOf(layout);
  const groups = allClassGroups(layout);
  /** The groups of the classes that expressions read. */
  const classesOf = (expressions: readonly TypedExpression[]) => {
    const read = new Set(classesIn(layout, expressions));
    const found = [...groups.keys()].filter((place) => groups[place]!.classes.some((each) => read.has(each)));
    return found.length === 0 ? {} : { classes: found };
  };
  const isByRow = (place: number) => ({ isByRow: differsByRow(graph, derived[place]!) });
  const explained = derivations.derived.map(({ value, declared, factors }, index) => ({
    name: declared?.name ?? textAt(text, value.span),
    isNamed: declared !== null,
    unit: unitOf(value.type),
    isProbability: value.type.kind === 'probability',
    ...isByRow(index),
    ...(factors === null ? {} : { factors }),
    ...classesOf([value]),
    doc: declared?.doc ?? null,
  }));
  const probabilities: Manifest['derived'][number][] = [];
  const probabilitiesOfOutcomes = layoutOfMain(layout).observations.map((observation) => {
    if (outcomeDefinition(observation).values !== 'grade') return null;
    return Array.from({ length: gradesOf(observation) }, (_, value) => {
      const place = explained.length + probabilities.length;
      probabilities.push({
        name: `P(${observation.outcome} = ${observation.values?.[value] ?? value + 1})`,
        ...{ isNamed: false, unit: 'probability', isProbability: true },
        ...isByRow(place),
        ...classesOf(outcomeParts<TypedExpression>(observation)),
        doc: null,
      });
      return place;
    });
  });
  return {
    derived: [...explained, ...probabilities],
    factorsOfOutcomes: derivations.factorsOfOutcomes,
    probabilitiesOfOutcomes,
    classes: groups.map(({ index, classes, observations }) => ({
      index,
      classes: classes.map((each) => ({
        name: each.name,
        states: each.states.map(({ flag }, state) => ({
          ...(flag === null ? {} : { flag }),
          share: derivations.sharesOf.get(each)![state]!,
        })),
      })),
      outcomes: observations.map(({ outcome }) => outcome),
    })),
  };
}
