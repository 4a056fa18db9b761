/** The text of a random layout: its declarations one by one, each of which may mention those before. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import { chooseText, chosenOf, MOST_ALTERNATIVES, type RandomChoice, someChoice } from './alternatives.ts';
import { chanceExpression, chanceOf, FARTHEST, joined, uncertain } from './chance-expression.ts';
import type { Choices } from './choices.ts';
import { type DemandDeclaration, demandDeclaration } from './demand.ts';
import { type LatentDeclaration, probabilityLatent, realLatent } from './latent.ts';
import { randomLinks } from './link.ts';
import { type RandomOutcome, randomClauses, randomOutcome } from './outcome.ts';
import type { RandomLinks } from './real-expression.ts';
import { positiveExpression, realExpression, someUnit, type Vocabulary } from './real-expression.ts';
import { BINDS, type Chance, type Real } from './term.ts';

/** A layout's text, with what its columns and latents may hold. */
export interface RandomText {
  readonly text: string;
  readonly demands: readonly DemandDeclaration[];
  readonly latents: readonly LatentDeclaration[];
  /** The alternatives that are taken, by the names of the choices. */
  readonly selection: Readonly<Record<string, string>>;
  /** The outcome columns by name: a value for a fraction in [0, 1); `read` gives the demands of the row. */
  readonly outcomes: ReadonlyMap<string, RandomOutcome['valueAt']>;
}

/** The name of the outcome column, and of those that half of the layouts have besides. */
export const OUTCOME = 'success';
const OTHERS = ['result', 'result2', 'result3'];
const MOST_DEMANDS = 9;
const MOST_LATENTS = 8;

/** The reach that a mixture at the top may add, and the least that is worth giving to a margin. */
const ROOM_FOR_MIXTURE = 15;
const LEAST_BUDGET = 10;

const BASES = ['m', 's', 'px'] as const;
const UNITS: [Unit, ...Unit[]] = [{ m: 1 }, { s: 1 }, { m: 1, s: -1 }, { m: -1 }, { m: 1, s: 1 }, { px: 2 }];

type At = (fraction: number) => number;

const outcomes: [At, ...At[]] = [
  (fraction) => (fraction < 0.5 ? 0 : 1),
  (fraction) => (fraction < 0.8 ? 0 : 1),
  (fraction) => (fraction < 0.2 ? 0 : 1),
  () => 0,
  () => 1,
];

/** A layout while it is being written. */
interface Draft {
  readonly choices: Choices;
  readonly lines: string[];
  readonly demands: DemandDeclaration[];
  readonly latents: LatentDeclaration[];
  /** What latents and lets are declared to be, by name. */
  readonly meanings: Map<string, string>;
  readonly reals: Real[];
  readonly flags: string[];
  readonly chances: Chance[];
  readonly outcomes: readonly string[];
  readonly alternatives: RandomChoice[];
  readonly links: RandomLinks | undefined;
}

/** A random layout that the parser and the checker accept, made of these choices. */
export function randomText(choices: Choices): RandomText {
  const draft: Draft = {
    choices,
    lines: [],
    demands: [],
    latents: [],
    meanings: new Map(),
    reals: [],
    flags: [],
    chances: [],
    outcomes: [OUTCOME],
    alternatives: [],
    links: choices.sometimes(0.5) ? randomLinks(choices) : undefined,
  };
  for (const line of draft.links?.lines ?? []) declare(draft, line);
  declareDemands(draft);
  declareLatents(draft);
  declareLets(draft);
  observe(draft);
  const others = OTHERS.slice(0, choices.pick([0, 1, 0, 2, 0, 3, 1])).flatMap((name) => {
    const other = randomOutcome(draft, draft.demands, choices);
    const clauses = randomClauses(other, draft.demands, choices);
    const choice = other.hasChoice === true ? [`${name}Choice`] : [];
    const names = [...choice, name].join(', ');
    declare(draft, `observe ${names}${other.annotation} ~ ${other.distribution}${clauses}`);
    const chosen: RandomOutcome['valueAt'] = (fraction) => (fraction < 0.5 ? 0 : 1);
    return [...choice.map((each) => [each, chosen] as const), [name, other.valueAt] as const];
  });
  declareReports(draft);
  // What is read may be declared later.
  const lines = choices.sometimes(0.2) ? draft.lines.toReversed() : draft.lines;
  return {
    text: ['layout Random', `unit ${BASES.join(', ')}`, ...lines, ''].join('\n'),
    demands: draft.demands,
    latents: draft.latents,
    selection: Object.fromEntries(
      draft.alternatives.map(({ name, alternatives, chosen }) => [name, alternatives[chosen]!]),
    ),
    outcomes: new Map([[OUTCOME, choices.pick(outcomes)], ...others]),
  };
}

/** Adds a declaration, perhaps with a line of documentation. */
function declare({ choices, lines }: Draft, line: string): void {
  lines.push(choices.sometimes(0.1) ? `/// Number ${lines.length}.\n${line}` : line);
}

/** Numbered names, up to three and not beyond the most there may be. */
function nextNames(
  prefix: string,
  declared: readonly { readonly names: readonly string[] }[],
  most: number,
  choices: Choices,
): string[] {
  const count = declared.flatMap(({ names }) => names).length;
  const length = Math.min(choices.pick([1, 1, 2, 1, 3]), most - count);
  return Array.from({ length }, (_, i) => `${prefix}${count + i + 1}`);
}

function declareDemands(draft: Draft): void {
  const { choices } = draft;
  for (let i = choices.whole(1, 6); i > 0; i--) {
    const names = nextNames('d', draft.demands, MOST_DEMANDS, choices);
    if (names.length === 0) return;
    const demand = demandDeclaration(names, UNITS, choices);
    declare(draft, `demand ${names.join(', ')}${demand.annotation}`);
    draft.demands.push(demand);
    draft.reals.push(...demand.reals);
    if (demand.isFlag) draft.flags.push(...names);
  }
}

function declareLatents(draft: Draft): void {
  const { choices } = draft;
  for (let i = choices.whole(1, 5); i > 0; i--) {
    const names = nextNames('c', draft.latents, MOST_LATENTS, choices);
    if (names.length === 0) return;
    const among = choices.sometimes(0.15)
      ? (priors: () => string, taken: string) => {
          const choice = someChoice(draft.alternatives, choices);
          return chooseText(
            choice,
            choice.alternatives.map((_, i) => (i === choice.chosen ? taken : priors())),
          );
        }
      : undefined;
    const latent = choices.sometimes(0.4)
      ? probabilityLatent(names, draft, choices, among)
      : realLatent(names, UNITS, draft, choices, among);
    declare(draft, latent.text);
    for (const name of names) draft.meanings.set(name, latent.text);
    draft.latents.push(latent);
    draft.reals.push(...latent.reals);
    draft.chances.push(...latent.chances);
    if (choices.sometimes(0.2)) declareScale(draft);
  }
}

/** A let that later priors may read, since no row is in it. */
function declareScale(draft: Draft): void {
  const { choices } = draft;
  const rowless: Vocabulary = { ...draft, reals: draft.reals.filter(({ readsRow }) => !readsRow), flags: [] };
  const scale = positiveExpression(someUnit(rowless, choices), 1, rowless, choices);
  declareLet(draft, `scale${draft.latents.length}`, scale);
}

function declareLets(draft: Draft): void {
  const { choices } = draft;
  const count = choices.whole(0, 4);
  for (let i = 1; i <= count; i++) {
    const isChance = choices.sometimes(0.5);
    const unit = someUnit(draft, choices);
    const value = () =>
      isChance
        ? chanceExpression(choices.whole(1, 2), FARTHEST / 6, draft, choices)
        : realExpression(unit, choices.whole(1, 3), draft, choices);
    declareLet(draft, `n${i}`, choices.sometimes(0.2) ? alternatively(draft, value) : value());
  }
}

/** A choice between several of a kind. */
function alternatively<Part extends Chance | Real>({ alternatives, choices }: Draft, part: () => Part): Part {
  const parts = Array.from({ length: MOST_ALTERNATIVES }, part);
  return chosenOf(parts, alternatives, choices);
}

function declareLet(draft: Draft, name: string, value: Chance | Real): void {
  declare(draft, `let ${name} = ${value.text}`);
  draft.meanings.set(name, value.text);
  const named = { text: name, binds: BINDS.atom };
  if ('unit' in value) draft.reals.push({ ...value, ...named });
  // A number stays a number under another name.
  else if (value.isProbability) draft.chances.push({ ...value, ...named });
}

/** Reports read no row, and a latent at least. */
function declareReports(draft: Draft): void {
  const { choices } = draft;
  const rowless: Vocabulary = {
    ...draft,
    reals: draft.reals.filter(({ readsRow }) => !readsRow),
    chances: draft.chances.filter(({ readsRow }) => !readsRow),
    flags: [],
  };
  const count = choices.pick([0, 1, 0, 2]);
  for (let i = 1; i <= count; i++) {
    const value = choices.sometimes(0.5)
      ? chanceExpression(choices.whole(1, 2), FARTHEST / 6, rowless, choices)
      : realExpression(someUnit(rowless, choices), choices.whole(1, 3), rowless, choices);
    if (value.readsLatent && !value.readsRow) declare(draft, `report r${i} = ${value.text}`);
  }
}

/** Most names bear on the outcome, if not through a random expression then by being joined to it. */
function observe(draft: Draft): void {
  const { choices, meanings } = draft;
  let success = chanceExpression(choices.whole(1, 3), FARTHEST / 3, draft, choices);
  for (const name of [...meanings.keys()].reverse()) {
    if (namesReadBy(success.text, meanings).has(name) || choices.sometimes(0.1)) continue;
    const budget = FARTHEST - success.reach - ROOM_FOR_MIXTURE - LEAST_BUDGET;
    const part = [...draft.chances, ...draft.reals].find(({ text }) => text === name);
    if (part === undefined || budget < LEAST_BUDGET || ('reach' in part && part.reach > budget)) continue;
    success = joined(success, chanceOf(part, budget / 2, draft, choices), choices);
  }
  declare(draft, `observe ${OUTCOME} ~ bernoulli(${uncertain(success, choices).text})`);
}

/** The names that an expression reads, directly or through lets and priors. */
function namesReadBy(text: string, meanings: ReadonlyMap<string, string>): Set<string> {
  const read = new Set<string>();
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of next.match(/\w+/g) ?? []) {
      const meaning = meanings.get(name);
      if (meaning === undefined || read.has(name)) continue;
      read.add(name);
      pending.push(meaning);
    }
  }
  return read;
}
