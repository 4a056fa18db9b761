/** What a level determines about its rows: the demands of its category, and the levels of the categories around it. */
import type { TypedLayout } from './typed-layout.ts';

/** The other columns that are the same in all rows of one level, by category. */
export type LevelFacts = ReadonlyMap<string, ReadonlySet<string>>;

export function levelFactsOf({
  categories,
  demands,
}: Pick<TypedLayout, 'categories' | 'demands'>): LevelFacts {
  const groupsOf = new Map(
    categories.map(({ name, within, pairOf }) => [name, pairOf ?? (within === null ? [] : [within])]),
  );
  return new Map(
    categories.map(({ name }) => {
      const around = [...groupsOf.get(name)!];
      for (const group of around)
        around.push(...groupsOf.get(group)!.filter((each) => !around.includes(each)));
      const own = demands.filter(({ index }) => index === name || (index !== null && around.includes(index)));
      return [name, new Set([...around, ...own.map((demand) => demand.name)])];
    }),
  );
}

/** For each category of pairs the category of the first level. */
export function leadingCategoriesOf({
  categories,
}: Pick<TypedLayout, 'categories'>): ReadonlyMap<string, string> {
  return new Map(
    categories.flatMap(({ name, pairOf }) => (pairOf === null ? [] : [[name, pairOf[0]] as const])),
  );
}

/** The columns of categories, each with the category whose levels it holds. */
export function columnsOfCategories({
  categories,
}: Pick<TypedLayout, 'categories'>): readonly { readonly name: string; readonly of: string }[] {
  return categories.flatMap(({ name: of, columns }) => columns.map((name) => ({ name, of })));
}

/** The columns of each category that has several. */
export function sharedCategoriesOf({
  categories,
}: Pick<TypedLayout, 'categories'>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    categories.flatMap(({ name, columns }) => (columns.length > 1 ? [[name, columns] as const] : [])),
  );
}
