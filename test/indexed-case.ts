/** Random cases in which some latents have a value for each level of a category, made of cases in which they have one. */
import { partsOf } from '../compiler/check/prior-families.ts';
import type { TypedExpression, TypedLayout } from '../compiler/check/typed-layout.ts';
import { interpret, type Point } from '../compiler/interpret/interpret.ts';
import type { Data } from '../compiler/interpret/scope.ts';
import { lexer } from '../grammar/tokens.ts';
import { readLayout } from './interpret/read-layout.ts';
import { FARTHEST_VALUE, type RandomCase } from './random-layout.ts';

export interface IndexedCase {
  readonly text: string;
  readonly layout: TypedLayout;
  readonly data: Data;
  /** One number a value of a draw, and the same place on the layout's own scale. */
  readonly unconstrained: readonly number[];
  readonly values: Point;
  /** What the numbers of `unconstrained` belong to. */
  readonly names: readonly string[];
}

const CATEGORY = 'person_1';

/**
 * Indexes the latents that `isChosen` chooses, and all whose priors read one of them, by a category with as many levels as the
 * case has points, which rows have in turn, as far as there are rows. Each level is where one of the points is.
 */
export function indexed(
  { text, layout, data, points }: RandomCase,
  isChosen: (latent: number) => boolean,
): IndexedCase {
  const chosen = new Set(layout.latents.filter((_, index) => isChosen(index)).map(({ name }) => name));
  for (let before = -1; before !== chosen.size; ) {
    before = chosen.size;
    for (const { name, prior } of layout.latents) {
      const read = partsOf(prior).flatMap((part) => latentsIn(part, layout));
      // Those declared together have one prior and one index.
      const together = layout.latents.filter((other) => other.prior === prior).map((other) => other.name);
      if ([...read, ...together].some((other) => chosen.has(other))) chosen.add(name);
    }
  }
  const levels = Math.min(points.length, data.rows);
  const withCategory: Data = {
    rows: data.rows,
    columns: {
      ...data.columns,
      [CATEGORY]: Float64Array.from({ length: data.rows }, (_, row) => row % levels),
    },
  };
  const written = write(text, chosen);
  const places = points.slice(0, levels);
  const ofEach = layout.latents.map(({ name }, index) =>
    (chosen.has(name) ? places : places.slice(0, 1)).map((point) => ({
      unconstrained: point.unconstrained[index]!,
      name: chosen.has(name) ? `${name}[…]` : name,
    })),
  );
  const indexedLayout = readLayout(written);
  const unconstrained = ofEach.flat().map((each) => each.unconstrained);
  const isProbability = layout.latents.flatMap(({ type }, index) =>
    ofEach[index]!.map(() => type.kind === 'probability'),
  );
  const moderate = unconstrained.map((u, index) => (isProbability[index] ? Math.min(u, FARTHEST_VALUE) : u));
  return {
    text: written,
    layout: indexedLayout,
    data: withCategory,
    unconstrained,
    values: interpret(indexedLayout, withCategory).constrain(moderate),
    names: ofEach.flat().map(({ name }) => name),
  };
}

/** Latents that an expression reads, through lets as well. */
function latentsIn(expression: TypedExpression, layout: TypedLayout): string[] {
  switch (expression.kind) {
    case 'latent':
      return [expression.name];
    case 'let':
      return latentsIn(layout.lets.find(({ name }) => name === expression.name)!.value, layout);
    case 'call':
      return expression.arguments.flatMap((part) => latentsIn(part, layout));
    default:
      return [];
  }
}

/** The text with the category declared and in brackets behind each of the names. */
function write(text: string, names: ReadonlySet<string>): string {
  const { tokens } = lexer.tokenize(text);
  let written = '';
  let end = 0;
  for (const { image, startOffset } of tokens) {
    written += text.slice(end, startOffset) + image;
    if (names.has(image)) written += `[${CATEGORY}]`;
    end = startOffset + image.length;
  }
  const [first, ...others] = (written + text.slice(end)).split('\n');
  return [first, ...(names.size > 0 ? [`category ${CATEGORY}`] : []), ...others].join('\n');
}
