/** The finding of a report in one line, and the few sentences on which it rests. */
import { rowsSeen } from '../../../files/fits/fit-summary.ts';
import { abilitiesOf, type Overview } from '../answer.ts';
import { type ElementComparison, opposite, type Probability } from '../comparison.ts';
import type { ComparedGroup } from '../report-data.ts';
import type { ReportSubject } from '../subjects.ts';
import {
  capital,
  counted,
  estimate,
  itIs,
  listed,
  percentOf,
  share,
  spoken,
  VERY_LIKELY,
} from './phrases.ts';
import { factorSentences } from './profile-paragraph.ts';

export interface AnswerWords {
  /** Without a full stop. */
  readonly title: string;
  /** At most three. */
  readonly sentences: readonly string[];
}

/** Up to this many subjects are compared by who leads; of more it is told which lack or have an ability. */
const FEW = 8;
/** From this probability on, who leads is called likely. */
const LIKELY = 0.66;
/** The numbers of abilities, and of subjects, that are named. */
const MAX_ABILITIES = 3;
const MAX_NAMED = 12;

export function answerWords(group: ComparedGroup, overview: Overview): AnswerWords {
  if (overview.standings.length === 1) return ofOne(overview);
  if (overview.isWalk) return ofWalk(group, overview);
  if (overview.standings.length > FEW) {
    const found = ofMany(group, overview);
    if (found !== null) return found;
  }
  return ofLeaders(group, overview);
}

/** What became of each ability from the first level of a walk to the last. */
function ofWalk({ comparisons, usable }: ComparedGroup, { standings }: Overview): AnswerWords {
  const [first, last] = [usable[0]!, usable.at(-1)!];
  const abilities = new Set(abilitiesOf(first).map(({ latent }) => latent.name));
  const changes = comparisons
    .filter(({ latent }) => abilities.has(latent.name))
    .map((comparison) => {
      const { latent, entries } = comparison;
      const rose = comparison.higher(usable.length - 1, 0);
      const isRise = rose.value >= 0.5;
      const [before, after] = [entries[0]!, entries.at(-1)!].map(({ element }) =>
        estimate(element.summary, latent),
      );
      return {
        ...{ name: spoken(latent), isRise, probability: isRise ? rose : opposite(rose) },
        told: `from ${before} at ${first.name} to ${after} at ${last.name}`,
      };
    });
  const sure = changes.filter(({ probability }) => probability.value >= VERY_LIKELY);
  const titles = sure
    .slice(0, MAX_ABILITIES)
    .map(({ name, isRise }) => `${name} ${isRise ? 'rises' : 'falls'}`);
  return {
    title:
      titles.length === 0
        ? `No ability clearly changes over ${counted(standings.length, nounOf(first))}`
        : `${listed(titles)} from ${nounOf(first)} ${first.level} to ${last.level}`,
    sentences: changes
      .slice(0, MAX_ABILITIES)
      .map(
        ({ name, isRise, probability, told }) =>
          `${capital(name)} goes ${told}; ${itIs(probability, `it ${isRise ? 'rises' : 'falls'}`)}.`,
      ),
  };
}

/** Who has most of an ability. */
interface Leader {
  readonly ability: string;
  readonly name: string;
  readonly highest: Probability;
}

function ofLeaders({ comparisons, usable }: ComparedGroup, overview: Overview): AnswerWords {
  const { standings } = overview;
  const leaders = leadersOf(comparisons, new Set(abilitiesOf(usable[0]!).map(({ latent }) => latent.name)));
  const sure = leaders.filter(({ highest }) => highest.value >= VERY_LIKELY);
  const likely = leaders.filter((each) => each.highest.value >= LIKELY && !sure.includes(each));
  const undecided = leaders.filter((each) => !sure.includes(each) && !likely.includes(each));
  const [word, told] = sure.length > 0 ? ['leads', sure] : ['probably leads', likely];
  const title = byName(told)
    .slice(0, 2)
    .map(
      ([name, own]) =>
        `${name} ${word} in ${listed(
          own.map(({ ability }) => ability),
          MAX_ABILITIES,
        )}`,
    )
    .join('; ');
  return {
    title:
      title !== ''
        ? title
        : leaders.length === 1
          ? `The data do not tell which of ${counted(standings.length, nounOf(usable[0]!))} has the most ${leaders[0]!.ability}`
          : standings.length === 2
            ? `The data do not tell ${listed(standings.map(({ subject }) => subject.name))} apart in any ability`
            : `None of ${counted(standings.length, nounOf(usable[0]!))} stands out in any ability`,
    sentences: [
      ...(leaders.length === 1 && standings.length > FEW ? [reachOf(overview)] : []),
      ...(sure.length === 0 ? [] : [`${mostOf(sure)}.`]),
      ...(likely.length === 0 ? [] : [`Likely, but not certain: ${mostOf(likely)}.`]),
      ...(undecided.length === 0
        ? []
        : [
            `The data do not tell who has the most ${listed(
              undecided.map(({ ability }) => ability),
              MAX_NAMED,
            ).replace(
              / and (?=[^,]*$)/,
              ' or ',
            )}${undecided.length === 1 ? `: the probability that ${undecided[0]!.name} is first is ${percentOf(undecided[0]!.highest)}` : ''}.`,
          ]),
    ],
  };
}

/** From the highest to the lowest of subjects with one ability. */
function reachOf({ standings }: Overview): string {
  const told = ({ subject }: Overview['standings'][number]) => {
    const { summary, latent } = abilitiesOf(subject)[0]!;
    return `${estimate(summary, latent)} for ${subject.name}`;
  };
  return `The posterior medians of ${abilityNames(standings[0]!.subject)[0]!} range from ${told(standings[0]!)} down to ${told(standings.at(-1)!)}.`;
}

/** The names of the abilities, in the order of the columns, as within a sentence. */
function abilityNames(subject: ReportSubject): string[] {
  return abilitiesOf(subject).map(({ latent }) => spoken(latent));
}

function leadersOf(comparisons: readonly ElementComparison[], abilities: ReadonlySet<string>): Leader[] {
  return comparisons
    .filter(({ latent }) => abilities.has(latent.name))
    .map(({ latent, entries }) => {
      const first = entries.reduce((best, each) => (each.highest.value > best.highest.value ? each : best));
      return { ability: spoken(latent), name: first.subject.name, highest: first.highest };
    });
}

/** The leaders by name, who leads in most abilities first. */
function byName(leaders: readonly Leader[]): (readonly [name: string, own: readonly Leader[]])[] {
  const names = [...new Set(leaders.map(({ name }) => name))];
  return names
    .map((name) => [name, leaders.filter((each) => each.name === name)] as const)
    .sort(([, a], [, b]) => b.length - a.length);
}

/** `tesseract has the most acuity (over 99.9 %) and blur tolerance (98 %), and ocrad has the most noise tolerance (95 %)`. */
function mostOf(leaders: readonly Leader[]): string {
  return listed(
    byName(leaders).map(
      ([name, own]) =>
        `${name} has the most ${listed(
          own.map(({ ability, highest }) => `${ability} (${percentOf(highest)})`),
          MAX_NAMED,
        )}`,
    ),
    MAX_NAMED,
  );
}

/** An ability, and who falls short in it or is at the upper end of its scale. */
interface Ends {
  readonly ability: string;
  readonly lacking: readonly string[];
  readonly having: readonly string[];
}

/** Who falls short is surely below this share of the scale. */
const SHORT = 0.75;

function endsIn({ columns, standings }: Overview): Ends[] {
  const names = abilityNames(standings[0]!.subject);
  return columns.map((column, place) => {
    const all = standings.map(({ subject, cells }) => ({ name: subject.name, cell: cells[place]! }));
    const having = all.filter(({ cell }) => cell.standing === 'ceiling');
    const most = column.from + SHORT * (column.to - column.from);
    const lacking = all.filter(
      ({ cell }) => cell.standing === 'floor' || (cell.standing === 'value' && cell.interval![1] < most),
    );
    return {
      ability: names[place]!,
      // Only where some are at the upper end does it say what falling short of it is.
      lacking: having.length === 0 ? [] : lacking.map(({ name }) => name),
      having: having.map(({ name }) => name),
    };
  });
}

/** What many subjects lack and have; null if none is at the upper end of any scale. */
function ofMany({ usable }: ComparedGroup, overview: Overview): AnswerWords | null {
  const all = overview.standings.length;
  const noun = nounOf(usable[0]!);
  const ends = endsIn(overview);
  const lacks = ends
    .filter(({ lacking }) => lacking.length > 0)
    .sort((a, b) => b.lacking.length - a.lacking.length);
  const has = ends
    .filter(({ having }) => having.length > 0)
    .sort((a, b) => b.having.length - a.having.length);
  if (has.length === 0) return null;
  const short = lacks
    .slice(0, 2)
    .map(({ ability, lacking }, place) =>
      place === 0
        ? `${lacking.length} of ${counted(all, noun)} ${lacking.length === 1 ? 'falls' : 'fall'} short in ${ability}`
        : `${lacking.length} in ${ability}`,
    );
  const [{ ability: first, having }] = has as [Ends];
  return {
    title:
      short.length > 0
        ? short.join(', ')
        : `${having.length} of ${counted(all, noun)} ${having.length === 1 ? 'is' : 'are'} at the upper end in ${first}`,
    sentences: [
      ...(lacks.length === 0
        ? []
        : [
            `Below the upper end: ${lacks
              .slice(0, MAX_ABILITIES + 1)
              .map(({ ability, lacking }) => `${ability} of ${namesOf(lacking, all)}`)
              .join('; ')}.`,
          ]),
      ...(has.length === 0
        ? []
        : [
            `At the upper end: ${has
              .slice(0, MAX_ABILITIES + 1)
              .map(({ ability, having }) => `${ability} of ${namesOf(having, all)}`)
              .join('; ')}.`,
          ]),
    ],
  };
}

function namesOf(names: readonly string[], all: number): string {
  if (names.length === all) return 'all';
  return names.length > MAX_NAMED ? `${names.length} of ${all}` : listed(names, MAX_NAMED);
}

function ofOne(overview: Overview): AnswerWords {
  const { subject, cells } = overview.standings[0]!;
  const named = (standing: string) =>
    abilityNames(subject).filter((_, place) => cells[place]!.standing === standing);
  const [lacking, having, open] = [named('floor'), named('ceiling'), named('open')];
  const claims = [
    ...(lacking.length === 0 ? [] : [`lacks ${listed(lacking, MAX_ABILITIES + 1)}`]),
    ...(having.length === 0 ? [] : [`is at the upper end in ${listed(having, MAX_ABILITIES + 1)}`]),
  ];
  const rates = Object.values(subject.fit.summary.outcomes).flatMap((outcome) =>
    'successes' in outcome && subject.category === null
      ? [
          `${subject.name} succeeded in ${share(outcome.successes, rowsSeen(subject.fit.summary.rows, outcome))} of its rows.`,
        ]
      : [],
  );
  return {
    title:
      claims.length === 0 ? `The profile of ${subject.name}` : `${subject.name} ${claims.join(', and ')}`,
    sentences: [
      ...rates.slice(0, 1),
      ...factorSentences(subject).slice(0, 1),
      ...(open.length === 0 ? [] : [`The data say little about its ${listed(open, MAX_NAMED)}.`]),
    ],
  };
}

function nounOf({ category }: ComparedGroup['subjects'][number]): string {
  return category === null ? 'subject' : spoken({ name: category, unit: '' });
}
