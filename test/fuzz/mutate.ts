/** Texts of layouts that are nearly right, or not at all. */
import { corpus, tokensOf, vocabulary } from './corpus.ts';
import {
  chained,
  extremeCharacter,
  extremeComment,
  extremeName,
  extremeNumber,
  extremeUnit,
  nested,
} from './extremes.ts';
import type { Random } from './random.ts';

/** One change of the tokens of a layout, in place. */
type Mutation = (tokens: string[], random: Random) => void;

const isNumber = (token: string) => /^[\d.]/.test(token);
const isName = (token: string) => /^[A-Za-z_]/.test(token);

/** Where one such token stands; anywhere when there is none. */
function placeOf(tokens: readonly string[], is: (token: string) => boolean, random: Random): number {
  const places = tokens.flatMap((token, place) => (is(token) ? [place] : []));
  return places.length === 0 ? random.below(tokens.length + 1) : random.pick(places);
}

const anywhere = (tokens: readonly string[], random: Random) => random.below(tokens.length + 1);

const breaking: readonly Mutation[] = [
  (tokens, random) => tokens.splice(anywhere(tokens, random), 1 + random.below(3)),
  (tokens, random) => tokens.splice(anywhere(tokens, random), 0, random.pick(vocabulary)),
  (tokens, random) => tokens.splice(anywhere(tokens, random), 0, extremeCharacter(random)),
  (tokens, random) => tokens.splice(anywhere(tokens, random), 0, extremeComment(random)),
  (tokens, random) => {
    const [a, b] = [random.below(tokens.length), random.below(tokens.length)];
    [tokens[a], tokens[b]] = [tokens[b] ?? '', tokens[a] ?? ''];
  },
  (tokens, random) => {
    const start = random.below(tokens.length);
    const piece = tokens.slice(start, start + random.below(40));
    tokens.splice(anywhere(tokens, random), 0, ...piece);
  },
  (tokens, random) => tokens.splice(placeOf(tokens, isName, random), 1, extremeName(random)),
  (tokens, random) => tokens.splice(anywhere(tokens, random), 0, extremeUnit(random)),
  (tokens, random) => tokens.splice(anywhere(tokens, random)),
];

/** Changes that many layouts survive, so that what comes out is compiled. */
const surviving: readonly Mutation[] = [
  (tokens, random) => tokens.splice(placeOf(tokens, isNumber, random), 1, extremeNumber(random)),
  (tokens, random) => tokens.splice(placeOf(tokens, isNumber, random), 1, extremeNumber(random)),
  (tokens, random) => {
    const place = placeOf(tokens, isNumber, random);
    tokens[place] = nested(tokens[place] ?? '1', random);
  },
  (tokens, random) => {
    const place = placeOf(tokens, isName, random);
    tokens[place] = random.sometimes(0.5)
      ? nested(tokens[place] ?? 'a', random)
      : `(${chained(tokens[place] ?? 'a', random)})`;
  },
  // One name for another, everywhere: what is in the text, or what means something in generated code.
  (tokens, random) => {
    const from = tokens[placeOf(tokens, isName, random)];
    const to = random.sometimes(0.5) ? extremeName(random) : tokens[placeOf(tokens, isName, random)]!;
    tokens.forEach((token, place) => {
      if (token === from) tokens[place] = to;
    });
  },
  (tokens, random) => {
    const place = placeOf(tokens, isName, random);
    tokens[place] = tokens[placeOf(tokens, isName, random)] ?? 'a';
  },
  (tokens, random) => {
    const place = placeOf(tokens, (token) => '+-*/^'.includes(token), random);
    tokens[place] = random.pick(['+', '-', '*', '/', '^']);
  },
  (tokens, random) =>
    tokens.splice(
      placeOf(tokens, (token) => token === '\n', random),
      0,
      extremeComment(random),
    ),
];

function mutated(random: Random): string {
  const tokens = tokensOf(random.pick(corpus));
  const isGentle = random.sometimes(0.85);
  for (let i = 1 + random.below(isGentle ? 3 : 8); i > 0; i--) {
    random.pick(isGentle && random.sometimes(0.9) ? surviving : breaking)(tokens, random);
  }
  return tokens.join('');
}

/** Words and signs of the language in any order, perhaps as the rest of statements. */
function soup(random: Random): string {
  const word = () =>
    random.sometimes(0.1)
      ? random.pick([extremeNumber, extremeName, extremeCharacter, extremeComment, extremeUnit])(random)
      : random.pick(vocabulary);
  const words = (most: number) =>
    Array.from({ length: random.below(most) }, word).join(random.pick([' ', '']));
  if (random.sometimes(0.3)) return words(200);
  const starts = [
    'let a = ',
    'capability b ~ ',
    'observe y ~ ',
    'demand c ',
    'unit ',
    'link f(x, y = 1) = ',
    '/// ',
    '',
  ];
  const lines = Array.from({ length: 1 + random.below(12) }, () => random.pick(starts) + words(20));
  return `layout Soup\nunit m, s\n${lines.join('\n')}\n`;
}

/** The text that a seed stands for. */
export function randomText(random: Random): string {
  return random.sometimes(0.15) ? soup(random) : mutated(random);
}
