/** Which classes outcomes depend on, and the states over which their density is summed. */
import { namedPartsOf } from '../families/outcomes.ts';
import type { LatentClass, Observation, TypedExpression, TypedLayout } from './typed-layout.ts';

type Summed = Pick<TypedLayout, 'classes' | 'lets' | 'observations'>;

/** Classes that outcomes depend on together. Given their states at a level, the rows of that level are independent. */
export interface ClassGroup {
  /** The category whose levels have these classes. */
  readonly index: string;
  readonly classes: readonly LatentClass[];
  readonly observations: readonly Observation[];
}

/** One state of each class of a group: the values of the flags, and the index of each class's state. */
export interface Configuration {
  readonly flags: ReadonlyMap<string, 0 | 1>;
  readonly states: readonly number[];
}

/** The classes that an outcome reads, directly or through lets, in the order of their declarations. */
export function classesRead(layout: Summed, observation: Observation): readonly LatentClass[] {
  return classesIn(
    layout,
    namedPartsOf<TypedExpression>(observation).map(({ part }) => part),
  );
}

/** The classes that expressions read, directly or through lets, in the order of their declarations. */
export function classesIn(
  { classes, lets }: Pick<Summed, 'classes' | 'lets'>,
  expressions: readonly TypedExpression[],
): readonly LatentClass[] {
  const flags = new Set<string>();
  const seen = new Set<string>();
  const left = [...expressions];
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.kind === 'class') flags.add(next.name);
    else if (next.kind === 'call') left.push(...next.arguments);
    else if (next.kind === 'let' && !seen.has(next.name)) {
      seen.add(next.name);
      left.push(values.get(next.name)!);
    }
  }
  return classes.filter(({ states }) => states.some(({ flag }) => flag !== null && flags.has(flag)));
}

/** The lets that read a class, directly or through others: each has one value per state. */
export function letsOfClasses({ lets }: Pick<TypedLayout, 'lets'>): ReadonlySet<string> {
  const found = new Set<string>();
  const reads = (expression: TypedExpression): boolean =>
    expression.kind === 'class' ||
    (expression.kind === 'let' && found.has(expression.name)) ||
    (expression.kind === 'call' && expression.arguments.some(reads));
  // Each let comes after those that it reads.
  for (const { name, value } of lets) if (reads(value)) found.add(name);
  return found;
}

/** The outcomes that depend on classes, in groups that share no class. */
export function classGroups(layout: Summed): readonly ClassGroup[] {
  const groups: { classes: Set<LatentClass>; observations: Observation[] }[] = [];
  for (const observation of layout.observations) {
    const read = classesRead(layout, observation);
    if (read.length === 0) continue;
    const joined = groups.filter(({ classes }) => read.some((each) => classes.has(each)));
    const group = joined[0] ?? { classes: new Set(), observations: [] };
    if (joined.length === 0) groups.push(group);
    for (const other of joined.slice(1)) {
      for (const each of other.classes) group.classes.add(each);
      group.observations.push(...other.observations);
      groups.splice(groups.indexOf(other), 1);
    }
    for (const each of read) group.classes.add(each);
    group.observations.push(observation);
  }
  return groups.map(({ classes, observations }) => {
    const inOrder = layout.classes.filter((each) => classes.has(each));
    return { index: inOrder[0]!.index, classes: inOrder, observations };
  });
}

/** All classes in groups: those that outcomes depend on, and then each that no outcome reads. */
export function allClassGroups(layout: Summed): readonly ClassGroup[] {
  const groups = classGroups(layout);
  const read = new Set(groups.flatMap(({ classes }) => classes));
  const alone = layout.classes.filter((each) => !read.has(each));
  return [...groups, ...alone.map((each) => ({ index: each.index, classes: [each], observations: [] }))];
}

/** The flags of all classes, each with the category whose levels have it: the order of their values in a point that a module predicts at. */
export function flagsInOrder(layout: Summed): readonly { readonly name: string; readonly index: string }[] {
  return allClassGroups(layout).flatMap(({ classes }) =>
    classes.flatMap(({ states, index }) =>
      states.flatMap(({ flag }) => (flag === null ? [] : [{ name: flag, index }])),
    ),
  );
}

/** Every combination of the states of classes, the last varying fastest. */
export function configurationsOf(classes: readonly LatentClass[]): readonly Configuration[] {
  const combinations = classes.reduce<readonly number[][]>(
    (found, { states }) => found.flatMap((before) => states.map((_, state) => [...before, state])),
    [[]],
  );
  return combinations.map((states) => ({
    states,
    flags: new Map(
      classes.flatMap((each, place) =>
        each.states.flatMap(({ flag }, state) =>
          flag === null ? [] : [[flag, state === states[place] ? 1 : 0] as const],
        ),
      ),
    ),
  }));
}
