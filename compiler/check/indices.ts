/** Checks the indices of latents: the category in the brackets, where a latent is declared and where it is read. */
import { quote } from '../../grammar/quote.ts';
import { declareFirst, nameMeant, writeInstead } from '../../grammar/remedy.ts';
import type { DemandDeclaration, LatentDeclaration, Name } from '../../grammar/syntax.ts';
import { nearest } from '../../module/names.ts';
import type { Checked, Reading } from './checked.ts';
import type { Meaning, Names } from './names.ts';
import type { Scope } from './scope.ts';

/**
 * The category that indexes the latents of a declaration; null for none, undefined after a mistake, which is reported.
 */
export function declaredIndex(
  { kind, names, indices }: LatentDeclaration | DemandDeclaration,
  scope: Scope,
): string | null | undefined {
  const resolved = indices.map((index) => categoryIn(index, scope));
  if (resolved.includes(undefined)) return undefined;
  const [first = null] = resolved;
  const other = resolved.findIndex((index) => index !== first);
  if (other < 0) return first;
  const { text, span } = names[other]!;
  scope.log.error(
    'indices-differ',
    span,
    `${quote(text)} is indexed ${byIndex(resolved[other]!)}, but ${quote(names[0]!.text)} ${byIndex(first)}.`,
    kind === 'latent'
      ? 'Latents declared together share one prior and one index: declare them separately.'
      : 'Demands declared together share one index: declare them separately.',
  );
  return undefined;
}

function byIndex(index: string | null | undefined): string {
  return index === null || index === undefined ? 'by nothing' : `by ${quote(index)}`;
}

/** The category in the brackets after a declared name; null without brackets, undefined after a mistake, which is reported. */
export function categoryIn(index: Name | null, scope: Scope): string | null | undefined {
  const category = index === null ? null : categoryNamed(index, scope);
  const owner = ownerOf(category, scope.names);
  if (index === null || category === undefined || owner === category) return category;
  scope.log.error(
    'column-of-category',
    index.span,
    `${quote(index.text)} is a column of the category ${quote(owner!)}, but a declaration has a value for each level of the category.`,
    `Write ${quote(`[${owner}]`)} here, and ${quote(`[${index.text}]`)} where a row's level is read.`,
  );
  return undefined;
}

/** The category whose levels a column holds: itself for a category of one column. */
function ownerOf(category: string | null | undefined, names: Names): string | null | undefined {
  const meaning = typeof category === 'string' ? names.get(category) : undefined;
  return meaning?.kind === 'category' ? (meaning.of ?? category) : category;
}

/** The columns of a category that has several; null for any other name. */
function severalColumns(category: string, names: Names): readonly Name[] | null {
  const meaning = names.get(category);
  return meaning?.kind === 'category' && meaning.of === null ? meaning.declaration.columns : null;
}

/** Reports a category of several columns if each row must have exactly one of its levels. True if it is one. */
export function hasSeveralColumns({ name, span }: Reading, what: string, { log, names }: Scope): boolean {
  const owner = ownerOf(name, names) ?? name;
  if (severalColumns(owner, names) === null) return false;
  log.error(
    'columns-of-category',
    span,
    `The category ${quote(owner)} has several columns, and ${what}.`,
    'Declare a category of one column for that.',
  );
  return true;
}

/** Reports an expression of a row that reads a level of a category without naming one of its columns. True if there is one. */
export function lacksColumn({ levels }: Checked, { log, names }: Scope): boolean {
  const reading = levels.find(({ name }) => severalColumns(name, names) !== null);
  if (reading === undefined) return false;
  const columns = severalColumns(reading.name, names)!.map(({ text }) => quote(`[${text}]`));
  log.error(
    'column-of-category',
    reading.span,
    `Each row names several levels of ${quote(reading.name)}, and this does not say which of them is meant.`,
    `Write one of its columns in the brackets: ${columns.join(' or ')}.`,
    [{ span: reading.declared, message: `${quote(reading.name)} is declared here` }],
  );
  return true;
}

/** Reports a class in what is no outcome. True if there is one. @param reader what reads it, such as `report` */
export function readsClass({ row }: Checked, reader: string, remedy: string, { log, names }: Scope): boolean {
  if (row === null || names.get(row.name)?.kind !== 'class') return false;
  log.error(
    'class-outside-outcome',
    row.span,
    `${quote(row.name)} is a class, over whose states the density of outcomes is summed, and no ${reader} can read it.`,
    remedy,
    [{ span: row.declared, message: `${quote(row.name)} is declared here` }],
  );
  return true;
}

/** The category with that name; undefined if there is none, which is reported. */
function categoryNamed({ text, span }: Name, { names, log }: Scope): string | undefined {
  const meaning = names.get(text);
  if (meaning?.kind === 'category') return text;
  if (meaning?.kind === 'broken' || log.full) return undefined;
  const categories = [...names.values()]
    .filter(({ kind }) => kind === 'category')
    .map(({ name }) => name.text);
  const meant = nearest(text, categories);
  log.error(
    'unknown-category',
    span,
    meaning === undefined
      ? `There is no category ${quote(text)}.`
      : `${quote(text)} is a ${meaning.kind}, and a category is needed here.`,
    meant !== null
      ? nameMeant(span, meant)
      : meaning === undefined
        ? declareFirst(`category ${text}`, 'Declare the column with {}.')
        : 'Declare a column that names groups with `category`, and use its name.',
    meaning === undefined ? [] : [{ span: meaning.name.span, message: `${quote(text)} is declared here` }],
  );
  return undefined;
}

/** A use of a category by its name alone; undefined if the name is not a category, which is reported. */
export function readCategory(name: Name, scope: Scope): Reading | undefined {
  const category = categoryNamed(name, scope);
  if (category === undefined) return undefined;
  return { name: category, span: name.span, declared: scope.names.get(category)!.name.span };
}

/**
 * The category whose level a reference reads, from its brackets. Null if none is given and none is needed; undefined
 * after a mistake, which is reported.
 */
export function readIndex(
  name: Name,
  index: Name | null,
  meaning: Meaning,
  scope: Scope,
): Reading | null | undefined {
  const wanted =
    meaning.kind === 'latent' || meaning.kind === 'demand' || meaning.kind === 'class'
      ? (meaning.index?.text ?? null)
      : null;
  const declared = { span: meaning.name.span, message: `${quote(name.text)} is declared here` };
  const { log, names } = scope;
  if (index === null) {
    if (wanted === null) return null;
    log.error(
      'missing-index',
      name.span,
      `${quote(name.text)} has a value for each level of ${quote(wanted)}, and this does not say which.`,
      writeInstead(name.span, `${name.text}[${wanted}]`),
      [declared],
    );
    return undefined;
  }
  const category = categoryNamed(index, scope);
  if (category === undefined) return undefined;
  if (category === wanted || ownerOf(category, names) === wanted)
    return { name: category, span: index.span, declared: names.get(category)!.name.span };
  const kind = meaning.kind === 'latent' ? 'one value' : `a ${meaning.kind}`;
  log.error(
    'wrong-index',
    index.span,
    wanted === null
      ? `${quote(name.text)} ${meaning.kind === 'latent' ? 'has' : 'is'} ${kind}, not one for each level of ${quote(category)}.`
      : `${quote(name.text)} is indexed by ${quote(wanted)}, not by ${quote(category)}.`,
    wanted === null
      ? meaning.kind === 'latent'
        ? `Leave out the brackets, or declare it as ${quote(`${name.text}[${category}]`)}.`
        : meaning.kind === 'demand'
          ? `Leave out the brackets, or declare it as ${quote(`demand ${name.text}[${category}]`)} if each level of ${quote(category)} has one value of it.`
          : 'Leave out the brackets: only latents and demands have an index.'
      : `Write ${quote(`${name.text}[${wanted}]`)} if that is meant.${
          [wanted, category].some((each) => isPair(each, names))
            ? ''
            : ` Where both are columns of one category, as the two sides of a comparison are, declare it as ${quote(`category model = ${wanted}, ${category}`)} and the latent as ${quote(`${name.text}[model]`)}.`
        }`,
    [declared],
  );
  return undefined;
}

/** Whether a category is one of pairs of levels. */
export function isPair(category: string, names: Names): boolean {
  const meaning = names.get(category);
  return meaning?.kind === 'category' && meaning.declaration.pairOf !== undefined;
}

/** Whether a level of one category determines the level of another: the same category, one around it, or one of a pair. */
export function isLevelKnown(name: string, by: string, names: Names): boolean {
  const known = [by];
  for (const next of known) {
    if (next === name) return true;
    const meaning = names.get(next);
    if (meaning?.kind !== 'category') continue;
    const { within, pairOf = [] } = meaning.declaration;
    for (const { text } of within === null ? pairOf : [within, ...pairOf])
      if (!known.includes(text)) known.push(text);
  }
  return false;
}

/** Reports a part of a prior that reads the levels of a category other than the latent's own. True if there is one. */
export function readsOtherLevel(
  { levels }: Checked,
  { names }: Pick<LatentDeclaration, 'names'>,
  index: string | null,
  { log, names: declared }: Scope,
): boolean {
  const other = levels.find(({ name }) => index === null || !isLevelKnown(name, index, declared));
  if (other === undefined) return false;
  const latent = names[0]!.text;
  log.error(
    'prior-reads-level',
    other.span,
    index === null
      ? `${quote(latent)} has one value, but its prior reads one for each level of ${quote(other.name)}.`
      : `The prior of ${quote(`${latent}[${index}]`)} reads a level of ${quote(other.name)}, but the level of ${quote(index)} does not say which.`,
    index === null
      ? `Declare it as ${quote(`${latent}[${other.name}]`)}, or read a latent without an index.`
      : `Read latents that are indexed by ${quote(index)} or by nothing${
          isLevelKnown(index, other.name, declared) || ownerOf(other.name, declared) === index
            ? ''
            : `, or say that each level of ${quote(index)} belongs to one of the other: ${quote(`category ${index} in ${other.name}`)}`
        }.`,
    [{ span: other.declared, message: `${quote(other.name)} is declared here` }],
  );
  return true;
}
