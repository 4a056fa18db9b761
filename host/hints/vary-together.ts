/** Demands that always vary together: where the value of one tells the value of the other, in every row. */

/** A demand with more values than this is not treated as a factor: a curve through that many points distinguishes two demands. */
const MAX_LEVELS = 5;

/** How many distinct items there must be for each value of a factor. */
const LEAST_ITEMS = 2;

/**
 * Groups of columns that are affine functions of each other, or whose few values go one to one in the same order, or in the opposite one.
 * Rows are not what counts there but items, the distinct rows of all these columns: the same few items given to many systems repeat all
 * their values, and values that hardly repeat among items go one to one by chance.
 */
export function groupsThatVaryTogether(columns: ReadonlyMap<string, Float64Array>): string[][] {
  const groups: string[][] = [];
  let items: number | undefined;
  const itemsOf = () => {
    items ??= countItems([...columns.values()]);
    return items;
  };
  for (const [name, values] of columns) {
    const group = groups.find(([first]) => {
      const others = columns.get(first!)!;
      return areAffine(others, values) || areOneFactor(others, values, itemsOf);
    });
    if (group === undefined) groups.push([name]);
    else group.push(name);
  }
  return groups.filter(({ length }) => length > 1);
}

/** Relative to the range of the column: what rounding in a table may leave between two columns that are one. */
const ROUNDING = 1e-9;

/** Whether b = b₀ + s (a - a₀) in every row, for some s other than 0. */
function areAffine(a: Float64Array, b: Float64Array): boolean {
  const other = a.findIndex((value) => value !== a[0]);
  if (other < 0 || b[other] === b[0]) return false;
  const slope = (b[other]! - b[0]!) / (a[other]! - a[0]!);
  const range = Math.abs(b[other]! - b[0]!);
  return a.every((value, row) => Math.abs(b[row]! - (b[0]! + slope * (value - a[0]!))) <= ROUNDING * range);
}

/** Whether a few values of the one stand each beside one of the other, in the order of the others, among items enough. */
function areOneFactor(a: Float64Array, b: Float64Array, items: () => number): boolean {
  const beside = new Map<number, number>();
  for (const [row, value] of a.entries()) {
    const other = beside.get(value);
    if (other === undefined) {
      if (beside.size === MAX_LEVELS) return false;
      beside.set(value, b[row]!);
    } else if (other !== b[row]) return false;
  }
  const ordered = [...beside].sort(([x], [y]) => x - y).map(([, other]) => other);
  const steps = ordered.slice(1).map((other, place) => Math.sign(other - ordered[place]!));
  const isMonotone = steps.length > 0 && steps[0] !== 0 && steps.every((step) => step === steps[0]);
  return isMonotone && items() >= LEAST_ITEMS * beside.size;
}

/** How many distinct rows columns have. */
function countItems(columns: readonly Float64Array[]): number {
  // Each row's number among the distinct beginnings of rows, one column further at a time.
  let numbers = new Float64Array(columns[0]?.length ?? 0);
  let count = 1;
  for (const column of columns) {
    const values = new Map<number, number>();
    const found = new Map<number, number>();
    const wide = column.length + 1;
    numbers = numbers.map((number, row) => {
      const value = column[row]!;
      if (!values.has(value)) values.set(value, values.size);
      const key = number * wide + values.get(value)!;
      if (!found.has(key)) found.set(key, found.size);
      return found.get(key)!;
    });
    count = found.size;
  }
  return count;
}
