/** What an editor shows of the word under the pointer. */
import { tokenMatcher } from 'chevrotain';
import type { Span } from '../grammar/source.ts';
import { spanOf } from '../grammar/statements.ts';
import * as t from '../grammar/tokens.ts';
import { statementForms, statementMeanings } from '../grammar/vocabulary.ts';
import { type BuiltIn, builtInOf } from './built-ins.ts';
import { placeOfCall } from './calls.ts';
import { allowedInWords, knownInWords, scaleInWords, typeInWords, typeOf } from './facts.ts';
import { isInComment, type LayoutDocument, tokenAt } from './layout-document.ts';
import { type LayoutSymbol, occurrenceAt, statementAt } from './symbols.ts';
import { NO_FACTS, type WorkspaceFacts } from './workspace.ts';

export interface HoverText {
  readonly span: Span;
  /** The declaration, the form of a statement, or a signature: code of the language. */
  readonly code: string;
  /** Paragraphs in Markdown. */
  readonly paragraphs: readonly string[];
}

/** What is known of the name, the function or the keyword at an offset, by the layout and its workspace; null where nothing is. */
export function hoverAt(
  document: LayoutDocument,
  offset: number,
  facts: WorkspaceFacts = NO_FACTS,
): HoverText | null {
  if (isInComment(document, offset)) return null;
  const found = occurrenceAt(document, offset);
  if (found !== null) {
    const { code, paragraphs } = describeSymbol(document, found.symbol);
    const known = knownInWorkspace(document, found.symbol, facts);
    return { span: found.span, code, paragraphs: known === null ? paragraphs : [...paragraphs, known] };
  }
  const token = tokenAt(document, offset);
  if (token === null) return null;
  const span = spanOf(token);
  const statement = statementAt(document, offset);
  if (tokenMatcher(token, t.Keyword) && statement?.first === token)
    return { span, code: statementForms[token.image]!, paragraphs: [statementMeanings[token.image]!] };
  const builtIn = tokenMatcher(token, t.Callee)
    ? builtInOf(token.image, placeOfCall(statement, token))
    : null;
  if (builtIn !== null) return { span, ...describeBuiltIn(builtIn) };
  const word = WORDS[token.image];
  return word === undefined || token.tokenType === t.QuotedText
    ? null
    : { span, code: word.form, paragraphs: [word.meaning] };
}

/** The code and the paragraphs that explain a distribution or a function. */
export function describeBuiltIn({ signatures, documentation }: BuiltIn): Omit<HoverText, 'span'> {
  const parameters = signatures.flatMap((each) => each.parameters);
  const documented = parameters.filter(
    (each, i) => each.documentation !== '' && parameters.findIndex(({ name }) => name === each.name) === i,
  );
  const list = documented.map((each) => `- \`${each.label}\`: ${each.documentation}`).join('\n');
  return {
    code: signatures.map(({ label }) => label).join('\n'),
    paragraphs: [documentation, list].filter((each) => each !== ''),
  };
}

/** The code and the paragraphs that explain a name of the layout. */
export function describeSymbol(document: LayoutDocument, symbol: LayoutSymbol): Omit<HoverText, 'span'> {
  const { declaration, kind, name } = symbol;
  const type = typeOf(document, symbol);
  const code = declarationText(document, symbol);
  const ofLevels = symbol.indices.map((each) => `\`${each}\``).join(' and ');
  const allowed = kind === 'demand' ? allowedInWords(document.analysis.layout, name) : null;
  const facts = [
    roleInWords(symbol),
    type === null ? '' : `${capitalised(typeInWords(type))}${allowed === null ? '' : `, ${allowed}`}.`,
    ofLevels === '' ? '' : `One for each level of ${ofLevels}.`,
    kind === 'let' ? (knownInWords(document, name) ?? '') : '',
    kind === 'latent' || kind === 'report' ? (scaleInWords(document, name) ?? '') : '',
  ].filter((fact) => fact !== '');
  const doc = declaration?.doc ?? (kind === 'layout' ? document.analysis.syntax?.doc : null) ?? null;
  return {
    code,
    paragraphs: [facts.join(' '), ...(doc === null ? [] : [doc])].filter((each) => each !== ''),
  };
}

function knownInWorkspace(
  { text, analysis }: LayoutDocument,
  { kind, name, owner }: LayoutSymbol,
  facts: WorkspaceFacts,
): string | null {
  if (kind === 'latent' || kind === 'report') return facts.ofLatent(name, text);
  const isColumn = kind === 'demand' || kind === 'outcome' || (kind === 'category' && owner === null);
  // The settings name the main table, and not those of the layout's `table` blocks.
  const isElsewhere = analysis.layout?.tables.some(({ columns }) => columns.includes(name)) ?? false;
  return isColumn && !isElsewhere ? facts.ofColumn(name) : null;
}

const WHAT: Readonly<Partial<Record<LayoutSymbol['kind'], (owner: string | null) => string>>> = {
  'dimension value': (owner) => `A value of the dimension \`${owner}\`.`,
  parameter: (owner) => `A parameter of the link \`${owner}\`.`,
  choice: () => 'A choice: one of its alternatives is selected, by default the first.',
  alternative: (owner) => `An alternative of the choice \`${owner}\`.`,
};

function roleInWords({ kind, owner, declaration }: LayoutSymbol): string {
  const own = WHAT[kind]?.(owner);
  if (own !== undefined) return own;
  if (kind === 'category' && owner !== null)
    return `A column that names levels of the category \`${owner}\`.`;
  const keyword = declaration?.kind === 'latent' ? declaration.role : kind === 'outcome' ? 'observe' : kind;
  return kind === 'unit' ? 'A unit.' : (statementMeanings[keyword] ?? '');
}

const LONGEST = 300;

/** The statement that declares a name, on one line; the name itself where a part of a statement declares it. */
function declarationText(
  { text, statements }: LayoutDocument,
  { declared, kind, name }: LayoutSymbol,
): string {
  const start = declared[0]!.start;
  const statement = statements.find(({ span }) => span.start <= start && start <= span.end);
  if (statement === undefined || kind === 'choice' || kind === 'alternative') return name;
  const { tokens } = statement;
  const whole = tokens
    .map((token, i) => {
      const end = i === 0 ? token.startOffset : spanOf(tokens[i - 1]!).end;
      return `${token.startOffset > end ? ' ' : ''}${token.image}`;
    })
    .join('');
  return whole.length > LONGEST
    ? `${text.slice(statement.span.start, statement.span.start + LONGEST)}…`
    : whole;
}

function capitalised(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

interface WordMeaning {
  readonly form: string;
  readonly meaning: string;
}

/** The words of the language that begin no statement. */
const WORDS: Readonly<Record<string, WordMeaning>> = {
  flag: { form: 'demand x : flag', meaning: 'A column of 0 and 1, usable as a probability and as a number.' },
  count: {
    form: 'demand x : count',
    meaning:
      'A column of whole numbers from 0, or behind the distribution of an outcome the number of equal rows that each row stands for.',
  },
  probability: {
    form: 'demand x : probability',
    meaning: 'A number from 0 to 1 that may be used as a probability.',
  },
  missing: { form: 'demand x : m missing = 0', meaning: 'The value that an empty cell stands for.' },
  choose: {
    form: 'choose k { first: 1, second: 2 }',
    meaning: 'Alternatives in the place of an expression or a prior, of which one is selected.',
  },
  centred: {
    form: '~ normal(mean, sd) centred',
    meaning: 'The latent is sampled as it is. The posterior is the same.',
  },
  noncentred: {
    form: '~ normal(mean, sd) noncentred',
    meaning: 'The latent is sampled as a standardised distance from its location. The posterior is the same.',
  },
  correlated: {
    form: 'correlated lkj(2)',
    meaning: 'The prior of the correlations between latents that are declared together.',
  },
  ordered: {
    form: '~ normal(0, 1) ordered',
    meaning:
      'Behind a prior, each of the latents is greater than the one before it. Behind a category, `ordered by` names the demand that orders its levels.',
  },
  sum: {
    form: '~ normal(0, 1) sum to zero',
    meaning: 'The values of the levels are deviations from their mean, so that they add up to 0.',
  },
  mixture: {
    form: 'observe y ~ mixture {p: exponential(1), not p: gamma(2, 1)}',
    meaning: 'Each row is from one of several distributions, each with its share.',
  },
  inf: { form: 'in [0, inf]', meaning: 'An open side of a range.' },
  in: {
    form: 'in [0, 10]',
    meaning:
      'A range of values, a set of values, the levels of a category, or the category that each level belongs to.',
  },
  weight: {
    form: 'observe y ~ normal(m, s) weight w',
    meaning: 'How much each row counts: its log density is multiplied by this column.',
  },
  censored: {
    form: 'observe y ~ normal(m, s) censored above 10',
    meaning: 'What a recorded value says of the value that was drawn, where that is not known itself.',
  },
  not: { form: 'not p', meaning: '1 − p.' },
};
