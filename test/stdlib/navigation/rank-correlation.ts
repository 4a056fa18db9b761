/** Spearman's rank correlation: how well one series orders as another does, from -1 to 1. */

/** The correlation of the ranks; equal values share the mean of their ranks. Neither series is constant. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [centredRanks(a), centredRanks(b)];
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, each, index) => sum + each * y[index]!, 0);
  return product(left, right) / Math.sqrt(product(left, left) * product(right, right));
}

/** Ranks less their mean. */
function centredRanks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((each) => each < value).length;
    const above = values.filter((each) => each > value).length;
    return (below - above) / 2;
  });
}
