/** Checks classes: unobserved flags of levels, over whose values the density is summed. */
import { MAX_CONFIGURATIONS } from '../../grammar/limits.ts';
import { quote } from '../../grammar/quote.ts';
import type { ClassDeclaration, LayoutSyntax } from '../../grammar/syntax.ts';
import { negation } from './arithmetic.ts';
import { bindArguments } from './bind-arguments.ts';
import { asProbability, type Checked } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { outcomeSignature } from './functions.ts';
import { categoryIn, hasSeveralColumns, readsOtherLevel } from './indices.ts';
import { checkShare } from './parameters.ts';
import type { Scope } from './scope.ts';
import { classesRead } from './summed-classes.ts';
import type { LatentClass, Report, TypedExpression, TypedLayout } from './typed-layout.ts';

interface CheckedState {
  /** The flag that is 1 in this state; null for the state in which a single flag is 0. */
  readonly flag: string | null;
  readonly share: Checked;
}

/** The classes of the layout, without those that have a mistake, which is reported. */
export function checkClasses({ declarations }: LayoutSyntax, scope: Scope): LatentClass[] {
  return declarations.flatMap((each) => (each.kind === 'class' ? (checkClass(each, scope) ?? []) : []));
}

function checkClass(declaration: ClassDeclaration, scope: Scope): LatentClass | null {
  const { name, doc, span } = declaration;
  const index = categoryIn(declaration.index, scope);
  const states = statesOf(declaration, scope);
  if (index === undefined || states === null) return null;
  if (index === null) {
    scope.log.error(
      'class-without-category',
      name.span,
      `${quote(name.text)} would be one class for the whole table, which says nothing about its rows.`,
      `Name the category whose levels have it, such as ${quote(`class ${name.text}[person]`)}.`,
    );
    return null;
  }
  const reading = { name: index, span: declaration.index!.span, declared: declaration.index!.span };
  if (hasSeveralColumns(reading, 'a row does not say whose class is meant', scope)) return null;
  const isSound = states.every(
    ({ share }) =>
      !readsRow(share, declaration, scope) && !readsOtherLevel(share, { names: [name] }, index, scope),
  );
  if (!isSound) return null;
  return {
    name: name.text,
    index,
    states: states.map(({ flag, share }) => ({ flag, share: share.expression })),
    doc,
    span,
  };
}

function statesOf(declaration: ClassDeclaration, scope: Scope): readonly CheckedState[] | null {
  return declaration.distribution === null
    ? listedStates(declaration, scope)
    : flagStates(declaration, scope);
}

/** The states of `class knows[person] ~ bernoulli(p)`. */
function flagStates({ name, distribution: given }: ClassDeclaration, scope: Scope): CheckedState[] | null {
  const { log } = scope;
  const distribution = given!;
  if (distribution.callee.text !== 'bernoulli') {
    log.error(
      'class-distribution',
      distribution.callee.span,
      `A class is ${quote('bernoulli(p)')}, or lists its states.`,
      `Write ${quote('~ bernoulli(p)')}, or ${quote('in {one: not p, other: p}')}.`,
    );
    return null;
  }
  const [argument] = bindArguments(distribution, outcomeSignature('bernoulli'), log) ?? [];
  const checked = argument ? checkExpression(argument.value, scope) : null;
  const share =
    checked && asProbability(checked, `${quote('bernoulli')} needs a probability for ${quote('p')}`, scope);
  const complement = share && negation(share, share.expression.span, scope);
  if (!share || !complement) return null;
  return [
    { flag: null, share: complement },
    { flag: name.text, share },
  ];
}

/** The states of `class strategy[person] in {guesses: not p, knows: p}`. */
function listedStates({ name, states }: ClassDeclaration, scope: Scope): CheckedState[] | null {
  const { log } = scope;
  if (states.length < 2) {
    log.error(
      'class-of-one-state',
      name.span,
      `${quote(name.text)} has a single state, in which each level would be.`,
      'List two or more.',
    );
    return null;
  }
  const checked = states.map(({ name: flag, share }) => {
    const value = checkExpression(share, scope);
    return { flag: flag.text, share: value && checkShare(flag.text, value, scope) };
  });
  const sound = checked.filter((state): state is CheckedState & { flag: string } => state.share !== null);
  return sound.length < states.length ? null : sound;
}

function readsRow({ row }: Checked, { name, index }: ClassDeclaration, { log, names }: Scope): boolean {
  if (row === null) return false;
  if (names.get(row.name)?.kind === 'class') {
    log.error(
      'class-outside-outcome',
      row.span,
      `The share of a class cannot depend on another class, and this reads ${quote(row.name)}.`,
      'Declare one class that lists the states of both, each with its share.',
      [{ span: row.declared, message: `${quote(row.name)} is declared here` }],
    );
    return true;
  }
  log.error(
    'prior-reads-row',
    row.span,
    `The share of a class is the same in all rows of a level, but this reads ${quote(row.name)}, which has a value for each row.`,
    `Read latents, or declare it as ${quote(`demand ${row.name}[${index!.text}]`)} if each level of ${quote(index!.text)} has one value of it.`,
    [{ span: name.span, message: `${quote(name.text)} is declared here` }],
  );
  return true;
}

/** Reports outcomes that read classes of two categories, or classes with too many states. Their density cannot be summed. */
export function reportUnsummable(
  layout: Pick<TypedLayout, 'classes' | 'lets' | 'observations'>,
  { log }: Scope,
): void {
  for (const observation of layout.observations) {
    const read = classesRead(layout, observation);
    const other = read.find(({ index }) => index !== read[0]!.index);
    if (other !== undefined) {
      log.error(
        'classes-of-two-categories',
        observation.span,
        `${quote(observation.outcome)} depends on classes of ${quote(read[0]!.index)} and of ${quote(other.index)}, and a sum over the classes of all levels of both together has too many terms.`,
        'Read classes of one category in it, and latents of the other.',
        read.map(({ name, span }) => ({ span, message: `${quote(name)} is declared here` })),
      );
      return;
    }
    const states = read.reduce((product, each) => product * each.states.length, 1);
    if (states <= MAX_CONFIGURATIONS) continue;
    log.error(
      'classes-too-many',
      observation.span,
      `${quote(observation.outcome)} depends on ${read.length} classes with ${states} states together, and the density can be summed over at most ${MAX_CONFIGURATIONS}.`,
      'Use fewer classes.',
    );
    return;
  }
}

/** The reports of the classes that outcomes read: the probability of each flag at each level, given the data. */
export function classReports(layout: Pick<TypedLayout, 'classes' | 'lets' | 'observations'>): Report[] {
  const read = new Set(layout.observations.flatMap((each) => classesRead(layout, each)));
  return layout.classes.flatMap((each) =>
    !read.has(each)
      ? []
      : each.states.flatMap(({ flag }): Report[] => {
          if (flag === null) return [];
          const value: TypedExpression = {
            kind: 'posterior',
            name: flag,
            index: each.index,
            type: { kind: 'probability' },
            known: 'latent',
            span: each.span,
          };
          return [{ name: flag, index: each.index, value, text: flag, doc: each.doc, span: each.span }];
        }),
  );
}
