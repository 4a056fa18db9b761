/** The fits of a report and its subjects: a subject is a fit, or one level of a category if profiles are per level. */

import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { Provenance } from '../../files/fits/provenance.ts';
import type { ChainVerdict } from '../../host/diagnose/chain-verdicts.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import type { Parameter } from '../../host/parameters.ts';
import { type ManifestQuantity, quantitiesOf } from '../../module/manifest.ts';
import { pooled } from '../../statistics/chains.ts';
import type { NamedPosterior } from '../figures/data/named-fit.ts';

/** A measured system. */
export interface ReportSubject<Fit = ReportFit, Summary = ParameterSummary> {
  /** The id of its places in the page, such as `subject-1`. */
  readonly id: string;
  readonly name: string;
  readonly fit: Fit;
  /** The category whose level it is; null if it is a whole fit. */
  readonly category: string | null;
  /** The name of that level in the table; null if it is a whole fit. */
  readonly level: string | null;
  /** The elements of its profile, in the order of the layout. */
  readonly elements: readonly ProfileElement<Summary>[];
  readonly expected: ExpectedSubject | null;
}

/** One element of a profile. */
export interface ProfileElement<Summary = ParameterSummary> {
  readonly latent: ManifestQuantity;
  readonly parameter: Parameter;
  /** Its index in a draw. */
  readonly index: number;
  readonly summary: Summary;
}

/** A fit with something said of each parameter, by its name. */
type SummarisedFit<Summary> = Pick<ReportFit, 'manifest' | 'levels' | 'parameters'> & {
  readonly summary: { readonly parameters: Readonly<Record<string, Summary>> };
};

/** A subject of one fit, before names of all fits are made unique. */
export interface SubjectOfFit<Summary> {
  readonly category: string | null;
  /** The name of the level; null for a whole fit. */
  readonly level: string | null;
  readonly elements: readonly ProfileElement<Summary>[];
}

/**
 * The subjects of one fit. Levels come first, in their order. The part of the profile that all levels share belongs to
 * the fit as a whole, which comes last. If a layout has no profile, its other latents are used.
 */
export function subjectsOfFit<Summary>(fit: SummarisedFit<Summary>): SubjectOfFit<Summary>[] {
  const { manifest, levels, parameters, summary } = fit;
  const elements = parameters.map((parameter, index) => ({
    latent: parameter.latent,
    parameter,
    index,
    summary: summary.parameters[parameter.name]!,
  }));
  const hasProfile = quantitiesOf(manifest).some(({ role }) => role !== 'param');
  const profile = elements.filter(({ latent }) => !hasProfile || latent.role !== 'param');
  const categories = [...new Set(profile.flatMap(({ latent }) => latent.index ?? []))];
  const ofLevels = categories.flatMap((category) =>
    levels.get(category)!.map((level) => ({
      category,
      level,
      elements: profile.filter(
        ({ latent, parameter }) => latent.index === category && parameter.level === level,
      ),
    })),
  );
  const whole = profile.filter(({ latent }) => latent.index === undefined);
  return [...ofLevels, ...(whole.length > 0 ? [{ category: null, level: null, elements: whole }] : [])];
}

/** The subjects of all fits, with unique names. */
export function subjectsOf<Fit extends Pick<ReportFit, 'name' | 'path' | 'expected'>, Summary>(
  fits: readonly (Fit & SummarisedFit<Summary>)[],
): ReportSubject<Fit, Summary>[] {
  const found = fits.flatMap((fit) =>
    subjectsOfFit<Summary>(fit).map((subject, place) => ({
      fit,
      category: subject.category,
      level: subject.level,
      elements: subject.elements,
      expected: fit.expected?.subjects[place] ?? null,
      name: subject.level === null ? fit.name : levelInProse(subject.level, subject.category!),
    })),
  );
  const count = (name: string) => found.filter((each) => each.name === name).length;
  return found.map((subject, index) => ({
    ...subject,
    id: `subject-${index + 1}`,
    name: count(subject.name) > 1 ? `${subject.name} (${subject.fit.path})` : subject.name,
  }));
}

/** A level as a sentence names it. One that is a number says of what it is, or it would be read as one of the values. */
export function levelInProse(level: string, category: string): string {
  return /^[-+−]?\d+([.,]\d+)*$/.test(level) ? `${category} ${level}` : level;
}

/** Subjects that may be compared: of one layout, with one profile. */
export interface SubjectGroup<Subject = ReportSubject> {
  /** Identifies the group if there are several. */
  readonly title: string;
  readonly subjects: readonly Subject[];
}

/**
 * Groups subjects with comparable profiles: those of different layouts, choices or categories are in different groups.
 */
export function groupSubjects<Subject extends GroupedSubject>(
  subjects: readonly Subject[],
): SubjectGroup<Subject>[] {
  const groups = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const { manifest } = subject.fit;
    const key = JSON.stringify([
      manifest.meaning,
      subject.category,
      subject.elements.map(({ latent }) => latent.name),
    ]);
    groups.set(key, [...(groups.get(key) ?? []), subject]);
  }
  return [...groups.values()].map((each) => ({ title: titleOf(each[0]!), subjects: each }));
}

/** What the group of a subject follows from. */
type GroupedSubject = ReportSubject<
  Pick<ReportFit, 'manifest'> & { readonly summary: Pick<ReportSummary, 'choices'> },
  unknown
>;

function titleOf({ fit, category }: GroupedSubject): string {
  const choices = Object.entries(fit.summary.choices ?? {}).map(([name, chosen]) => `${name} = ${chosen}`);
  return [
    fit.manifest.layout,
    ...(choices.length > 0 ? [choices.join(', ')] : []),
    ...(category === null ? [] : [`each ${category}`]),
  ].join(', ');
}

/** Whether the estimates of a subject can be used. */
export function isUsable({
  fit,
}: {
  readonly fit: { readonly summary: Pick<ReportSummary, 'status'> };
}): boolean {
  return fit.summary.status !== 'failed';
}

/** All draws of an element, chain by chain. */
export function elementDraws(subject: ReportSubject, element: ProfileElement): Float64Array {
  return pooled(elementChains(subject, element));
}

export function elementChains({ fit }: ReportSubject, { index }: ProfileElement): readonly Float64Array[] {
  return fit.draws.map(({ latents }) => latents[index]!);
}

/** The subject with a name, or with that of its level; null if there is none, or more than one. */
export function subjectNamed(subjects: readonly ReportSubject[], name: string): ReportSubject | null {
  const meant = subjects.filter((subject) => subject.name === name || subject.level === name);
  return meant.length === 1 ? meant[0]! : null;
}

/** What a report reads of the summary of a fit: of one that was sampled, or of the draws of Laplace's approximation. */
export type ReportSummary = Omit<FitSummary, 'sampler' | 'modes' | 'made'> & {
  /** Absent for Laplace's approximation. */
  readonly sampler?: FitSummary['sampler'];
  readonly made?: Provenance | EstimateSummary['made'];
  /** The climb to the mode; only for Laplace's approximation. */
  readonly estimate?: EstimateSummary;
};

/** A posterior with everything else that a report shows of a fit. */
export interface ReportFit extends NamedPosterior {
  /** The path of its folder, as given. */
  readonly path: string;
  readonly summary: ReportSummary;
  /** One verdict per chain; empty for runs of particles, and for Laplace's approximation. */
  readonly chains: readonly ChainVerdict[];
  /** Expected outcomes in the rows that it was fitted to; null if they are not available. */
  readonly expected: ExpectedRows | null;
  /** The bytes of the module that predicts: with them the page can be live. */
  readonly module?: Uint8Array;
}

/** The rows of a fit, grouped by subject and level of demand. */
export interface ExpectedRows {
  /** The path of the table, as given. */
  readonly table: string;
  /** The values of the rows, by the layout's names; categories as level numbers of the fit. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** One entry per subject of the fit, in the order of `subjectsOf`. */
  readonly subjects: readonly ExpectedSubject[];
}

export interface ExpectedSubject {
  readonly rows: number;
  /** By outcome, over all rows of the subject. */
  readonly overall: Readonly<Record<string, ExpectedRate>>;
  /** By demand, its levels from the lowest to the highest. */
  readonly demands: Readonly<Record<string, readonly ExpectedLevel[]>>;
  /** The factors of the outcome's conjunction, each on its own; empty if the outcome is not a conjunction. */
  readonly factors: readonly ExpectedFactor[];
}

export interface ExpectedFactor {
  /** The name of a `let`, or the factor's text. */
  readonly name: string;
  readonly isNamed: boolean;
  /** The names of the demands that it reads; empty if the layout's text is not known. */
  readonly demands: readonly string[];
  /** Its mean over the rows, one per draw. */
  readonly draws: Float64Array;
}

/** Rows whose demand lies in [lower, upper]. */
export interface ExpectedLevel {
  readonly lower: number;
  readonly upper: number;
  /** The mean of the demand over the rows. */
  readonly mean: number;
  readonly rows: number;
  /** By outcome. */
  readonly rates: Readonly<Record<string, ExpectedRate>>;
}

export interface ExpectedRate {
  /** The mean of the outcome over the rows that have it; null if none has. */
  readonly observed: number | null;
  /** The number of rows that have the outcome. */
  readonly seen: number;
  /** The expected mean over the rows, one per draw. */
  readonly draws: Float64Array;
}
