/** Demands that always vary together: where the value of one tells the value of the other, in every row. */

/**
 * Groups of columns whose values go one to one, or that are affine functions of each other. Columns whose values hardly
 * repeat go one to one by chance, so that there only an affine relation counts.
 */
export function groupsThatVaryTogether(columns: ReadonlyMap<string, Float64Array>): string[][] {
  const groups: string[][] = [];
  for (const [name, values] of columns) {
    const group = groups.find(([first]) => {
      const others = columns.get(first!)!;
      return areAffine(others, values) || goOneToOne(others, values);
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

/** Whether equal values of one stand beside equal values of the other, and values repeat so often that it means something. */
function goOneToOne(a: Float64Array, b: Float64Array): boolean {
  const most = a.length / 2;
  const [ofA, ofB] = [new Map<number, number>(), new Map<number, number>()];
  for (const [row, value] of a.entries()) {
    const [x, y] = [value, b[row]!];
    if ((ofA.get(x) ?? y) !== y || (ofB.get(y) ?? x) !== x) return false;
    ofA.set(x, y);
    ofB.set(y, x);
    if (ofA.size > most) return false;
  }
  return true;
}
