/** What changed between two sets of fits, in words. */
import type { Changes, ElementChange } from '../change.ts';
import { opposite, type Probability } from '../comparison.ts';
import type { AnswerWords } from './answer.ts';
import { capital, counted, estimate, listed, percentOf, spoken, surely, VERY_LIKELY } from './phrases.ts';

/** The claim that a change is more likely than its opposite, and how likely it is. */
export function claimOf({ rose }: Pick<ElementChange, 'rose'>): {
  readonly verb: 'rose' | 'fell';
  readonly probability: Probability;
} {
  return rose.value >= 0.5
    ? { verb: 'rose', probability: rose }
    : { verb: 'fell', probability: opposite(rose) };
}

/** Changes that are very likely. */
export function sureChanges({ changes }: Changes): readonly ElementChange[] {
  return changes.filter((change) => claimOf(change).probability.value >= VERY_LIKELY);
}

/** The numbers of abilities, and of subjects, that are named. */
const MAX_ABILITIES = 3;
const MAX_NAMED = 8;

export function changeAnswer(found: Changes): AnswerWords {
  const { pairs, changes, before, after } = found;
  const sure = sureChanges(found);
  const names = pairs.length === 1 ? null : [...new Set(sure.map(({ pair }) => pair.name))];
  return {
    title: titleOfChanges(found, sure, names),
    sentences: [
      ...(sure.length === 0
        ? []
        : [
            `From ${before} to ${after}: ${listed(
              sure.slice(0, MAX_ABILITIES).map((change) => toldChange(change, pairs.length > 1)),
              MAX_ABILITIES,
            )}.`,
          ]),
      ...(sure.length === changes.length
        ? []
        : [
            sure.length === 0
              ? `None of ${counted(changes.length, 'value')} very likely changed; the surest change: ${changes
                  .slice(0, 1)
                  .map((change) => toldChange(change, pairs.length > 1))
                  .join('')}.`
              : `None of the other ${counted(changes.length - sure.length, 'value')} very likely changed.`,
          ]),
      ...(sure.length < 2
        ? []
        : [
            `${wrongText(sure)} of the ${sure.length} very likely changes can be expected to be the other way round.`,
          ]),
    ],
  };
}

/** How many of the changes are expected to be the other way round: the sum of the probabilities that they are. */
function wrongText(sure: readonly ElementChange[]): string {
  const wrong = sure.reduce((sum, change) => {
    const { value, resolution } = claimOf(change).probability;
    return sum + Math.max(1 - value, resolution);
  }, 0);
  return wrong < 0.1 ? 'Fewer than 0.1' : `About ${wrong.toFixed(1)}`;
}

function titleOfChanges(
  { pairs, before, after }: Changes,
  sure: readonly ElementChange[],
  names: readonly string[] | null,
): string {
  if (sure.length === 0) return `Nothing clearly changed from ${before} to ${after}`;
  if (names !== null && names.length > 2) {
    return `${names.length} of ${counted(pairs.length, 'subject')} changed from ${before} to ${after}`;
  }
  const parts = (names ?? [pairs[0]!.name]).map((name) => {
    const own = sure.filter(({ pair }) => pair.name === name);
    const verbs = (['rose', 'fell'] as const).flatMap((verb) => {
      const latents = own
        .filter((change) => claimOf(change).verb === verb)
        .map(({ before: { latent } }) => spoken(latent));
      return latents.length === 0 ? [] : [`${listed(latents, MAX_ABILITIES)} ${verb}`];
    });
    return names === null ? verbs.join('; ') : `${name}: ${verbs.join(', ')}`;
  });
  return parts.join('; ');
}

/** `tesseract's acuity rose from 0.1 to 0.2 / px (extremely likely, 97 %)`. */
function toldChange(change: ElementChange, isNamed: boolean): string {
  const { pair, before, after } = change;
  const { verb, probability } = claimOf(change);
  const name = spoken(before.latent);
  return `${isNamed ? `${name} of ${pair.name}` : name} ${verb} from ${estimate(before.summary, before.latent)} to ${estimate(after.summary, after.latent)} (${percentOf(probability)})`;
}

/** In a cell: `rose: virtually certain, over 99.9 %`. */
export function claimText(change: ElementChange): string {
  const { verb, probability } = claimOf(change);
  return probability.value < LIKELY
    ? `not known: ${percentOf(probability)} that it ${verb}`
    : `${verb}: ${surely(probability)}`;
}

/** Below this probability, which way a value went cannot be told. */
const LIKELY = 0.66;

/** A list of subjects that only one side has. */
export function aloneText(names: readonly string[]): string {
  return `${capital(listed(names, MAX_NAMED))} ${names.length === 1 ? 'has' : 'have'} nothing to compare with and ${names.length === 1 ? 'is' : 'are'} left out.`;
}
