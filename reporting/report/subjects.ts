/** The fits of a report and its subjects: a subject is a fit, or one level of a category if profiles are per level. */

import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { ChainVerdict } from '../../host/diagnose/chain-verdicts.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import type { Parameter } from '../../host/parameters.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import { pooled } from '../../statistics/chains.ts';
import type { NamedPosterior } from '../figures/data/named-fit.ts';

/** A system that was measured. */
export interface ReportSubject {
  /** Of its places in the page: `subject-1`. */
  readonly id: string;
  readonly name: string;
  readonly fit: ReportFit;
  /** Of which category of the fit it is a level; null for a fit as a whole. */
  readonly category: string | null;
  /** The elements of its profile, in the order of the layout. */
  readonly elements: readonly ProfileElement[];
  readonly expected: ExpectedSubject | null;
}

/** One element of a profile. */
export interface ProfileElement {
  readonly latent: ManifestLatent;
  readonly parameter: Parameter;
  /** Its place in a draw. */
  readonly index: number;
  readonly summary: ParameterSummary;
}

/** A subject of one fit, before it is known what the other fits are. */
export interface SubjectOfFit {
  readonly category: string | null;
  /** The level's name; null for the fit as a whole. */
  readonly level: string | null;
  readonly elements: readonly ProfileElement[];
}

/**
 * The subjects of one fit. Levels come first, in their order; what of the profile is the same for all levels belongs to the fit as a whole,
 * which comes last. A layout without a profile has its other latents in place of one.
 */
export function subjectsOfFit(
  fit: Pick<ReportFit, 'manifest' | 'levels' | 'parameters' | 'summary'>,
): SubjectOfFit[] {
  const { manifest, levels, parameters, summary } = fit;
  const elements = parameters.map((parameter, index) => ({
    latent: parameter.latent,
    parameter,
    index,
    summary: summary.parameters[parameter.name]!,
  }));
  const hasProfile = manifest.latents.some(({ role }) => role !== 'param');
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

/** The subjects of all fits, with names that tell them apart. */
export function subjectsOf(fits: readonly ReportFit[]): ReportSubject[] {
  const found = fits.flatMap((fit) =>
    subjectsOfFit(fit).map((subject, place) => ({
      fit,
      category: subject.category,
      elements: subject.elements,
      expected: fit.expected?.subjects[place] ?? null,
      name: subject.level ?? fit.name,
    })),
  );
  const count = (name: string) => found.filter((each) => each.name === name).length;
  return found.map((subject, index) => ({
    ...subject,
    id: `subject-${index + 1}`,
    name: count(subject.name) > 1 ? `${subject.name} (${subject.fit.path})` : subject.name,
  }));
}

/** Subjects that may be compared: of one layout, with one profile. */
export interface SubjectGroup {
  /** What they are, where there are several groups. */
  readonly title: string;
  readonly subjects: readonly ReportSubject[];
}

/** Subjects whose profiles mean the same are together; those of other layouts, choices or categories are apart. */
export function groupSubjects(subjects: readonly ReportSubject[]): SubjectGroup[] {
  const groups = new Map<string, ReportSubject[]>();
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

function titleOf({ fit, category }: ReportSubject): string {
  const choices = Object.entries(fit.summary.choices ?? {}).map(([name, chosen]) => `${name} = ${chosen}`);
  return [
    fit.manifest.layout,
    ...(choices.length > 0 ? [choices.join(', ')] : []),
    ...(category === null ? [] : [`each ${category}`]),
  ].join(', ');
}

/** Whether what is said of a subject can be used. */
export function isUsable({ fit }: ReportSubject): boolean {
  return fit.summary.status !== 'failed';
}

/** All draws of an element, chain after chain. */
export function elementDraws({ fit }: ReportSubject, { index }: ProfileElement): Float64Array {
  return pooled(fit.draws.map(({ latents }) => latents[index]!));
}

/** The subject of a name; null where it is none's, or that of several. */
export function subjectNamed(subjects: readonly ReportSubject[], name: string): ReportSubject | null {
  const meant = subjects.filter((subject) => subject.name === name);
  return meant.length === 1 ? meant[0]! : null;
}

/** A posterior with what a report says of it besides. */
export interface ReportFit extends NamedPosterior {
  /** Where it is stored, as it was given. */
  readonly path: string;
  readonly summary: FitSummary;
  /** Of each chain; empty of runs of particles. */
  readonly chains: readonly ChainVerdict[];
  /** What it expects of the rows that it was fitted to; null where they are not at hand. */
  readonly expected: ExpectedRows | null;
}

/** The rows of a fit, in the groups that a report speaks of. */
export interface ExpectedRows {
  /** The table, as it was given. */
  readonly table: string;
  /** Of each subject of the fit, in the order of `subjectsOf`. */
  readonly subjects: readonly ExpectedSubject[];
}

export interface ExpectedSubject {
  readonly rows: number;
  /** By outcome, over all rows of the subject. */
  readonly overall: Readonly<Record<string, ExpectedRate>>;
  /** By demand, its levels from the lowest to the highest. */
  readonly demands: Readonly<Record<string, readonly ExpectedLevel[]>>;
  /** The factors of the outcome's conjunction, each as if it were all that is asked; empty where it is none. */
  readonly factors: readonly ExpectedFactor[];
}

export interface ExpectedFactor {
  /** Of a `let`, or the factor's text. */
  readonly name: string;
  readonly isNamed: boolean;
  /** The names of the demands that it reads; none where the layout's text is not known. */
  readonly demands: readonly string[];
  /** Its mean over the rows, draw by draw. */
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
  /** The mean of the outcome in those rows that have it; null where none has. */
  readonly observed: number | null;
  /** How many rows have it. */
  readonly seen: number;
  /** The expected mean over the rows, draw by draw. */
  readonly draws: Float64Array;
}
