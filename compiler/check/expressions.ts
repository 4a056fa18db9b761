/** Type checks expressions from the types of their parts. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import { declareFirst, inWords, nameMeant } from '../../grammar/remedy.ts';
import type { Span } from '../../grammar/source.ts';
import type {
  CallSyntax,
  DemandDeclaration,
  ExpressionSyntax,
  Name,
  ReferenceSyntax,
} from '../../grammar/syntax.ts';
import { reservedWords } from '../../grammar/vocabulary.ts';
import { nearest } from '../../module/names.ts';
import type { StatisticFunction } from '../graph/node.ts';
import { isWithinProbabilities } from './annotations.ts';
import { binary, negate, negation } from './arithmetic.ts';
import { bindArguments } from './bind-arguments.ts';
import { asProbabilityCall, type Checked, checkedNumber, type Reading, realType } from './checked.ts';
import {
  type FunctionName,
  functionNames,
  functions,
  isCallable,
  isFunctionName,
  isOutcome,
  isPrior,
  isStatistic,
  statistics,
} from './functions.ts';
import { hasSeveralColumns, readCategory, readIndex } from './indices.ts';
import { checkLinkCall, checkPreludeCall } from './link-calls.ts';
import { applyFunction } from './linking.ts';
import { checkSum, isSum } from './log-sums.ts';
import type { Meaning } from './names.ts';
import { replacementOf } from './other-languages.ts';
import { isPreludeLink, prelude } from './prelude.ts';
import { checkPrevious } from './previous.ts';
import type { LinkBody, Scope } from './scope.ts';
import { applyStatistic } from './statistics.ts';
import type { Type, TypedExpression } from './typed-layout.ts';
import { dimensionless, inBaseUnits, isDimensionless } from './units.ts';

/** The checked expression; null after a mistake, reported here or before. */
export function checkExpression(syntax: ExpressionSyntax, scope: Scope): Checked | null {
  return isSum(syntax) ? checkSum(syntax, scope, checkTerm) : checkTerm(syntax, scope);
}

/** An expression that is no sum: those are checked as a whole. */
function checkTerm(syntax: ExpressionSyntax, scope: Scope): Checked | null {
  switch (syntax.kind) {
    case 'number': {
      if (syntax.unit === null) return checkedNumber(syntax.value, dimensionless, true, syntax.span);
      const unit = resolve(syntax.unit, 'unit', scope);
      if (unit === null || unit.kind === 'broken') return null;
      if (unit.kind !== 'unit') {
        scope.log.error(
          'not-a-unit',
          syntax.unit.span,
          `${quote(syntax.unit.text)} follows a number, but is not a unit.`,
          inWords(
            `To multiply, write ${quote(`${syntax.value} * ${syntax.unit.text}`)}.`,
            { start: syntax.unit.span.start, end: syntax.unit.span.start },
            '* ',
          ),
          [{ span: unit.name.span, message: `${quote(syntax.unit.text)} is a ${unit.kind}` }],
        );
        return null;
      }
      return checkedNumber(syntax.value, { [syntax.unit.text]: 1 }, false, syntax.span);
    }
    case 'reference':
      return checkReference(syntax, scope);
    case 'unary': {
      const operand = checkExpression(syntax.operand, scope);
      if (operand === null) return null;
      return (syntax.operator === '-' ? negate : negation)(operand, syntax.span, scope);
    }
    case 'binary': {
      const left = checkExpression(syntax.left, scope);
      const right = checkExpression(syntax.right, scope);
      return left && right && binary(syntax.operator, left, right, syntax.span, scope);
    }
    case 'call':
      return checkCall(syntax, scope);
    case 'over':
    case 'choose':
      throw new Error('alternatives are selected and dimensions written out before anything is checked');
  }
}

function checkReference({ name, index, span: whole }: ReferenceSyntax, scope: Scope): Checked | null {
  const { text, span } = name;
  if (scope.body?.parameters.has(text)) {
    if (index === null) return readParameter(name, scope.body);
    reportIndexedParameter(text, index, scope);
    return null;
  }
  const meaning = resolve(name, 'name', scope);
  if (meaning === null || reportOutside(name, meaning, scope)) return null;
  if (meaning.kind === 'broken') return null;
  const level = readIndex(name, index, meaning, scope);
  if (level === undefined) return null;
  switch (meaning.kind) {
    case 'category':
      reportCategoryAsValue(meaning, span, scope.log);
      return null;
    case 'unit':
      return checkedNumber(1, { [text]: 1 }, false, span);
    case 'demand':
    case 'latent': {
      const type = scope.types.get(text) ?? null;
      if (type === null) return null;
      const declared = meaning.declaration.annotation?.span ?? meaning.name.span;
      const origins = [{ name: text, type, declared }];
      const reading = { name: text, span, declared: meaning.name.span };
      const base = { bare: false, constant: null, statistic: false, origins };
      return meaning.kind === 'demand'
        ? readDemand(
            meaning.declaration,
            reading,
            {
              ...base,
              row: level === null ? reading : null,
              latent: null,
              levels: level === null ? [] : [level],
            },
            type,
            scope,
          )
        : {
            ...base,
            expression: {
              kind: 'latent',
              name: text,
              index: level?.name ?? null,
              type,
              known: 'latent',
              span: whole,
            },
            row: null,
            latent: reading,
            levels: level === null ? [] : [level],
          };
    }
    case 'class':
      return readClass(meaning, name, level, whole, scope);
    case 'link':
      reportFunctionAsValue(text, span, scope.log);
      return null;
    case 'let':
      return readLet(text, span, meaning.name.span, scope);
    case 'report':
      reportReportAsValue(meaning, span, scope.log);
      return null;
    case 'outcome':
      return readOutcome(text, span, meaning.name.span, scope);
  }
}

/** A flag of a class, which only outcomes may depend on. */
function readClass(
  { declaration, isFlag, name: declared }: Extract<Meaning, { readonly kind: 'class' }>,
  { text, span }: Name,
  level: Reading | null,
  whole: Span,
  { log, prior, inStatistic }: Scope,
): Checked | null {
  const note = [{ span: declared.span, message: `${quote(text)} is declared here` }];
  if (!isFlag) {
    const example = `${declaration.states[0]!.name.text}[${level?.name ?? 'person'}]`;
    log.error(
      'class-as-value',
      span,
      `${quote(text)} is a class: its states have values, but it has none itself.`,
      `Read the flag of a state, such as ${quote(example)}, which is 1 in that state and else 0.`,
      note,
    );
    return null;
  }
  if (level === null) return null;
  if (prior !== null || inStatistic) {
    log.error(
      'class-outside-outcome',
      span,
      `${quote(text)} is a class, over whose states the density of outcomes is summed, and ${inStatistic ? 'no statistic' : 'no prior'} can read it.`,
      'Read it in what is observed.',
      note,
    );
    return null;
  }
  const type: Type = { kind: 'flag' };
  const reading = { name: text, span, declared: declared.span };
  return {
    expression: { kind: 'class', name: text, index: level.name, type, known: 'latent', span: whole },
    bare: false,
    constant: null,
    row: reading,
    latent: reading,
    levels: [level],
    statistic: false,
    origins: [{ name: text, type, declared: declared.span }],
  };
}

/** A demand, as a probability if it is declared as one. */
function readDemand(
  { annotation, domain }: DemandDeclaration,
  { name, span }: Reading,
  reading: Omit<Checked, 'expression'>,
  type: Type,
  { conversions }: Scope,
): Checked {
  const column: TypedExpression = { kind: 'column', name, type, known: 'row', span };
  if (annotation?.kind === 'probability') return { ...reading, expression: asProbabilityCall(column) };
  const plain = type.kind === 'real' ? inBaseUnits(type.unit, conversions) : null;
  const isNumber = annotation === null || (annotation.kind === 'unit' && hasUnit(type));
  const isShare =
    isNumber &&
    plain !== null &&
    isDimensionless(plain.unit) &&
    domain !== null &&
    isWithinProbabilities(domain, plain.factor);
  return { ...reading, expression: column, ...(isShare ? { isShare } : {}) };
}

/**
 * The argument bound to a parameter. Mistakes are shown in the body of the layout's own links, but at the call of
 * prelude links.
 */
function readParameter({ text, span }: Name, { parameters, isPrelude }: LinkBody): Checked | null {
  const value = parameters.get(text) ?? null;
  if (value === null || isPrelude) return value;
  const { expression, bare } = value;
  const origin = { name: text, type: expression.type, declared: expression.span };
  return {
    ...value,
    expression: { ...expression, span },
    origins: bare ? [] : [origin, ...value.origins].slice(0, 3),
  };
}

/** Reports a name of the layout that is read inside a link: a link may read only its parameters and units. */
function reportOutside({ text, span }: Name, meaning: Meaning, { body, log }: Scope): boolean {
  if (body === null || ['unit', 'link', 'broken'].includes(meaning.kind)) return false;
  const parameters = [...body.parameters.keys()];
  const meant = nearest(text, parameters);
  log.error(
    'link-reads-name',
    span,
    `The link ${quote(body.of)} can read only its parameters, and ${quote(text)} is a ${meaning.kind} of the layout.`,
    meant !== null
      ? nameMeant(span, meant, 'its parameter ')
      : `Make it a parameter, and pass ${quote(text)} where the link is called.`,
    [{ span: meaning.name.span, message: `${quote(text)} is declared here` }],
  );
  return true;
}

function reportIndexedParameter(text: string, { span }: Name, { log }: Scope): void {
  log.error(
    'wrong-index',
    span,
    `${quote(text)} is a parameter of the link, and has a single value.`,
    'Leave out the brackets, and pass the indexed latent where the link is called.',
  );
}

function reportCategoryAsValue({ name }: Meaning, span: Span, log: DiagnosticLog): void {
  log.error(
    'category-as-value',
    span,
    `${quote(name.text)} is a category: it names groups, and has no value.`,
    `Index a latent by it, such as ${quote(`ability[${name.text}]`)}.`,
    [{ span: name.span, message: `${quote(name.text)} is declared here` }],
  );
}

function reportReportAsValue({ name }: Meaning, span: Span, log: DiagnosticLog): void {
  log.error(
    'report-as-value',
    span,
    `${quote(name.text)} is a report: it is shown with the latents, and nothing can read it.`,
    `Name its expression with \`let\`, and read that here and in the report.`,
    [{ span: name.span, message: `${quote(name.text)} is declared here` }],
  );
}

function reportFunctionAsValue(text: string, span: Span, log: DiagnosticLog): void {
  log.error(
    'function-as-value',
    span,
    `${quote(text)} is a function and has no value of its own.`,
    `Call it with its arguments, such as ${quote(`${text}(…)`)}.`,
  );
}

function reportMisplacedSolve(span: Span, log: DiagnosticLog): void {
  log.error(
    'solve-outside-report',
    span,
    '`solve` is the whole value of a report, and cannot be a part of another expression.',
    'Write it alone, as in `report horizon = solve(length, success = 0.5)`.',
  );
}

function readLet(text: string, span: Span, declared: Span, scope: Scope): Checked | null {
  const value = scope.lets.get(text) ?? null;
  if (value === null) return null;
  const { type, known } = value.expression;
  const origin = { name: text, type, declared };
  // A dimensionless value has no unit whose origin could be shown.
  return {
    ...value,
    expression: { kind: 'let', name: text, type, known, span },
    row: value.row && { ...value.row, span },
    latent: value.latent && { ...value.latent, span },
    levels: value.levels.map((level) => ({ ...level, span })),
    origins: hasUnit(type) ? [origin, ...value.origins].slice(0, 3) : [origin],
  };
}

function hasUnit(type: Type): boolean {
  return type.kind === 'real' && !isDimensionless(type.unit);
}

function readOutcome(text: string, span: Span, declared: Span, scope: Scope): Checked | null {
  if (!scope.inStatistic) {
    scope.log.error(
      'outcome-outside-statistic',
      span,
      `${quote(text)} is the outcome, which may be read only inside a statistic.`,
      `Use a statistic of it, such as ${quote(`mean(${text})`)}.`,
      [{ span: declared, message: `${quote(text)} is observed here` }],
    );
    return null;
  }
  const type = scope.types.get(text) ?? null;
  if (type === null) return null;
  const number = type.kind === 'probability' ? realType(dimensionless) : type;
  const column: TypedExpression = { kind: 'column', name: text, type: number, known: 'row', span };
  return {
    expression: type.kind === 'probability' ? asProbabilityCall(column) : column,
    bare: false,
    constant: null,
    row: { name: text, span, declared },
    latent: null,
    levels: [],
    statistic: false,
    origins: [{ name: text, type, declared }],
  };
}

/** What a name stands for. An unknown name is reported, with the nearest name that would fit. */
function resolve({ text, span }: Name, wanted: 'unit' | 'name', scope: Scope): Meaning | null {
  const { names, log } = scope;
  const meaning = names.get(text);
  if (meaning !== undefined) return meaning;
  // The grammar has reported a number such as `1_000`.
  if (log.full || (wanted === 'unit' && /^_[\d_]+$/.test(text))) return null;
  if (reservedWords.has(text)) {
    log.error(
      'reserved-word',
      span,
      `${quote(text)} is a word of the language and has no value.`,
      text === 'inf'
        ? 'Use `inf` only in ranges, such as `in [0, inf]`.'
        : 'Use a name that the layout declares.',
    );
    return null;
  }
  if (wanted === 'name' && isFunctionName(text)) {
    reportFunctionAsValue(text, span, log);
    return null;
  }
  const meant = nearest(text, candidates(wanted, scope));
  log.error(
    wanted === 'unit' ? 'unknown-unit' : 'unknown-name',
    span,
    `There is no ${wanted} ${quote(text)}.`,
    meant !== null
      ? nameMeant(span, meant)
      : wanted === 'unit'
        ? declareFirst(`unit ${text}`)
        : scope.body !== null
          ? `Make it a parameter of ${quote(scope.body.of)}, or correct its spelling.`
          : 'Declare it as a `demand`, a `capability` or a `let`, or correct its spelling.',
  );
  return null;
}

/**
 * The names that a misspelt name may have been meant for: in a link its parameters, elsewhere every name with a value,
 * or every unit where a unit is wanted.
 */
function candidates(wanted: 'unit' | 'name', { names, body }: Scope): string[] {
  if (wanted === 'name' && body !== null) return [...body.parameters.keys()];
  return [...names.values()]
    .filter(({ kind }) =>
      wanted === 'unit' ? kind === 'unit' : kind !== 'unit' && kind !== 'link' && kind !== 'report',
    )
    .map(({ name }) => name.text);
}

function checkCall(syntax: CallSyntax, scope: Scope): Checked | null {
  const { text, span } = syntax.callee;
  const isPreludeCall = scope.body?.isPrelude ? prelude().has(text) : isPreludeLink(text);
  if (isPreludeCall) return checkPreludeCall(text, syntax, scope);
  if (isStatistic(text)) return checkStatistic(text, syntax, scope);
  if (text === 'previous') return checkPrevious(syntax, scope);
  if (text === 'solve') {
    reportMisplacedSolve(span, scope.log);
    return null;
  }
  const meaning = scope.names.get(text);
  if (meaning?.kind === 'link') return checkLinkCall(meaning.declaration, syntax, scope);
  if (isCallable(text)) return checkFunction(text, syntax, scope);
  for (const { value } of syntax.arguments) checkExpression(value, scope);
  reportNotCallable(text, span, scope);
  return null;
}

function checkStatistic(name: StatisticFunction, syntax: CallSyntax, scope: Scope): Checked | null {
  if (scope.body !== null) {
    scope.log.error(
      'statistic-in-link',
      syntax.span,
      `The link ${quote(scope.body.of)} is computed for one row, and ${quote(name)} for all of them.`,
      'Take the statistic where the link is called, and pass it as an argument.',
    );
    return null;
  }
  const { level, whole } = takenBy(syntax, scope);
  const inside = { ...scope, inStatistic: true };
  const bound = bindArguments(whole, statistics[name], scope.log);
  const checked = whole.arguments.map(({ value }) => checkExpression(value, inside));
  const argument = checked[0] ?? null;
  if (bound === null || argument === null || level === undefined) return null;
  return applyStatistic(name, argument, level, syntax.span, scope.log);
}

/**
 * Splits `by = category` from a call of a statistic: its category, and the call without it. The level is null without a
 * `by`, undefined after a mistake.
 */
function takenBy(syntax: CallSyntax, scope: Scope): { level: Reading | null | undefined; whole: CallSyntax } {
  const by = syntax.arguments.find((argument) => argument.name?.text === 'by');
  if (by === undefined) return { level: null, whole: syntax };
  const whole = { ...syntax, arguments: syntax.arguments.filter((argument) => argument !== by) };
  if (by.value.kind === 'reference' && by.value.index === null) {
    const level = readCategory(by.value.name, scope);
    const isSound =
      level === undefined || !hasSeveralColumns(level, 'a statistic is of the rows of one', scope);
    return { level: isSound ? level : undefined, whole };
  }
  scope.log.error(
    'statistic-by',
    by.value.span,
    'The `by` of a statistic must be a category, but this is not one.',
    'Write the name of one, such as `mean(success, by = person)`.',
  );
  return { level: undefined, whole };
}

function checkFunction(name: FunctionName, syntax: CallSyntax, scope: Scope): Checked | null {
  const bound = bindArguments(syntax, functions[name], scope.log);
  const checked = new Map(
    syntax.arguments.map((argument) => [argument, checkExpression(argument.value, scope)]),
  );
  if (bound === null) return null;
  const args: Checked[] = [];
  for (const argument of bound) {
    const value = argument && (checked.get(argument) ?? null);
    if (value === null) return null;
    args.push(value);
  }
  return applyFunction(name, args, syntax.span, scope);
}

function reportNotCallable(text: string, span: Span, scope: Scope): void {
  const { names, log } = scope;
  if (log.full) return;
  const meaning = names.get(text);
  if (meaning?.kind === 'broken') return;
  if (isPrior(text) || isOutcome(text)) {
    log.error(
      'distribution-as-value',
      span,
      `${quote(text)} is a distribution and has no value.`,
      'Write it after the `~` of a latent or an outcome, and use the name of that.',
    );
  } else if (meaning !== undefined) {
    log.error(
      'not-a-function',
      span,
      `${quote(text)} is a ${meaning.kind} and cannot be called.`,
      'To multiply, write `*` before the parenthesis.',
      [{ span: meaning.name.span, message: `${quote(text)} is declared here` }],
    );
  } else {
    const own = [...names.values()].filter(({ kind }) => kind === 'link').map(({ name }) => name.text);
    const meant = nearest(text, [...own, ...functionNames()]);
    log.error(
      'unknown-function',
      span,
      `There is no function ${quote(text)}.`,
      replacementOf(text, span) ??
        (meant === null
          ? `The functions are ${[...own, ...functionNames()].join(', ')}.`
          : nameMeant(span, meant)),
    );
  }
}
