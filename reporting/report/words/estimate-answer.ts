/** The finding of a report on point estimates in one line, and the few sentences on which it rests. */
import { rowsSeen } from '../../../files/fits/fit-summary.ts';
import { percent } from '../../../host/estimate/estimate-rows.ts';
import type { ManifestLatent } from '../../../module/manifest.ts';
import { numbersAlike, numberText, unitSuffix } from '../../figures/draw/text.ts';
import { capabilitiesIn, type Overview } from '../answer.ts';
import type { EstimateComparison, EstimatedGroup, EstimatedSubject, ShownEstimate } from '../estimates.ts';
import type { AnswerWords } from './answer.ts';
import { counted, listed, share, spoken } from './phrases.ts';

/** The number of abilities that are named. */
const MAX_ABILITIES = 3;
const MAX_NAMED = 12;

/** `95 % confidence interval`; of the maximum of a posterior density, which has no confidence, `95 % interval`. */
export function intervalName({ method, confidence }: EstimatedSubject['fit']): string {
  return `${percent(confidence)} ${method === 'mle' ? 'confidence interval' : 'interval'}`;
}

/** `3.26 px (3.12 to 3.40)`; where there is no interval, or no estimate, why not in words. */
export function estimatePhrase(found: ShownEstimate, latent: Pick<ManifestLatent, 'unit'>): string {
  const { value, besides } = estimateParts(found, latent);
  return besides === '' ? value : `${value} (${besides})`;
}

/** An estimate and what its interval is. */
export function estimateParts(
  { estimate, interval, bound }: ShownEstimate,
  { unit }: Pick<ManifestLatent, 'unit'>,
): { readonly value: string; readonly besides: string } {
  if (estimate === null) return { value: 'not determined', besides: '' };
  if (interval !== null) {
    const [value, lower, upper] = numbersAlike([estimate, ...interval], interval[1] - interval[0]);
    return { value: `${value}${unitSuffix(unit)}`, besides: `${lower} to ${upper}` };
  }
  const value = `${numberText(estimate, 3)}${unitSuffix(unit)}`;
  return { value, besides: bound === undefined ? 'no interval' : `on ${bound} bound` };
}

/** Who has the highest estimate of an ability. */
interface HighestEstimate {
  readonly ability: string;
  readonly name: string;
  /** Whether the intervals of its differences from all others are above 0. */
  readonly isSure: boolean;
}

export function estimateAnswer(group: EstimatedGroup, overview: Overview<EstimatedSubject>): AnswerWords {
  const [first] = group.usable as [EstimatedSubject];
  const bounds = boundSentence(overview);
  if (group.usable.length === 1) {
    const open = undetermined(first);
    return {
      title: `Estimates of ${first.name}`,
      sentences: [
        ...rateSentence(first),
        ...bounds,
        ...(open.length === 0 ? [] : [`The data do not determine its ${listed(open, MAX_NAMED)}.`]),
      ],
    };
  }
  const abilities = new Set(capabilitiesIn(first.elements).map(({ latent }) => latent.name));
  const highest = group.comparisons
    .filter(({ latent }) => abilities.has(latent.name))
    .flatMap((comparison) => highestOf(comparison) ?? []);
  const sure = highest.filter(({ isSure }) => isSure);
  const others = highest.filter(({ isSure }) => !isSure);
  const leaders = [...new Set(sure.map(({ name }) => name))]
    .map((name) => [name, sure.filter((each) => each.name === name).map(({ ability }) => ability)] as const)
    .sort(([, a], [, b]) => b.length - a.length);
  const interval = intervalName(first.fit);
  return {
    title:
      leaders.length === 0
        ? `No ability sets one of ${counted(group.usable.length, 'subject')} apart`
        : leaders
            .slice(0, 2)
            .map(([name, own]) => `${name} leads in ${listed(own, MAX_ABILITIES)}`)
            .join('; '),
    sentences: [
      ...(leaders.length === 0
        ? []
        : [
            `${listed(
              leaders.map(([name, own]) => `${name} has the highest estimate of ${listed(own, MAX_NAMED)}`),
              MAX_NAMED,
            )}: the ${interval}s of the differences from all others are above 0.`,
          ]),
      ...(others.length === 0
        ? []
        : [
            `The intervals do not tell who has the most ${listed(
              others.map(({ ability }) => ability),
              MAX_NAMED,
            ).replace(/ and (?=[^,]*$)/, ' or ')}.`,
          ]),
      ...bounds,
    ],
  };
}

function highestOf(comparison: EstimateComparison): HighestEstimate | null {
  const { latent, entries } = comparison;
  const told = entries.flatMap(({ element }, place) =>
    element.summary.estimate === null ? [] : [{ place, estimate: element.summary.estimate }],
  );
  if (told.length === 0) return null;
  const { place: best } = told.reduce((a, b) => (b.estimate > a.estimate ? b : a));
  const isSure = entries.every((_, place) => {
    if (place === best) return true;
    const interval = comparison.difference(best, place)?.interval ?? null;
    return interval !== null && interval[0] > 0;
  });
  return { ability: spoken(latent), name: entries[best]!.subject.name, isSure };
}

/** Estimates at the end of a scale, of which the curvature says nothing. */
function boundSentence({ standings }: Overview<EstimatedSubject>): string[] {
  const found = new Map<string, string[]>();
  for (const { subject } of standings) {
    for (const { latent, summary } of capabilitiesIn(subject.elements)) {
      if (summary.bound === undefined) continue;
      const key = `${spoken(latent)} is on its ${summary.bound} bound`;
      found.set(key, [...(found.get(key) ?? []), subject.name]);
    }
  }
  if (found.size === 0) return [];
  const told = [...found].map(([what, names]) =>
    standings.length === 1
      ? what
      : `${what} for ${names.length === standings.length ? 'all' : listed(names)}`,
  );
  return [`The estimate of ${listed(told)}: how far the true value may be from the bound is not known.`];
}

function undetermined({ elements }: EstimatedSubject): string[] {
  return elements.filter(({ summary }) => summary.estimate === null).map(({ latent }) => spoken(latent));
}

function rateSentence({ name, category, fit: { summary } }: EstimatedSubject): string[] {
  if (category !== null) return [];
  return Object.values(summary.outcomes)
    .flatMap((outcome) =>
      'successes' in outcome
        ? [`${name} succeeded in ${share(outcome.successes, rowsSeen(summary.rows, outcome))} of its rows.`]
        : [],
    )
    .slice(0, 1);
}
