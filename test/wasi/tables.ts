/** A layout that wants columns of every kind, tables for it, and tables that are nearly such. */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

export const KINDS = `layout Kinds
unit s, m
category team
demand height : m in [0, 4]
demand depth : m in [0, inf]
demand side in {-1, 0, 1}
demand dark : flag
demand tries : count
demand wind in [0, 10] missing = 2.5
capability climb[team] : m ~ normal(2, 1)
capability pace : s ~ half_normal(10)
param harsh ~ normal(0, 2)
param gap ~ half_normal(2)
observe success ~ bernoulli(margin(climb[team] + 0.1 m * side, height + 0.1 m * dark + 0.01 m * wind, steepness = 1 / 1 m))
observe time : s ~ lognormal(log(pace / 1 s + depth / 1 m), 1)
observe score ~ binomial_logit(tries, harsh)
observe share ~ beta_proportion(logistic(harsh), 5)
observe rating ~ ordered_logistic(harsh, 0, gap)
`;

export const HEADER = 'team,height,depth,side,dark,tries,wind,success,time,score,share,rating';

/** Rows that are allowed. */
export function kindRows(count = 8): string[] {
  return Array.from({ length: count }, (_, row) =>
    [
      ...[['red', 'green', 'blue'][row % 3], row % 5, row / 3, (row % 3) - 1, row % 2, 3, row % 4],
      ...[(row * 7) % 2, 1.5 + row, row % 4, 0.1 + 0.08 * (row % 10), 1 + (row % 3)],
    ].join(','),
  );
}

export function kindTable(rows: readonly string[] = kindRows(), header = HEADER): string {
  return `${[header, ...rows].join('\n')}\n`;
}

/** An allowed row with some of its fields replaced. */
export function kindRow(changes: Readonly<Record<string, string>>): string {
  const fields = kindRows(2)[1]!.split(',');
  return HEADER.split(',')
    .map((name, index) => changes[name] ?? fields[index]!)
    .join(',');
}

/** What is put into tables at random. */
const PIECES = [
  ...[
    '"',
    '"',
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '\r\n',
    ' ',
    '\u00a0',
    '\u3000',
    '\ufeff',
    'é',
    '\u{1f600}',
    '\u001b',
    '\u200b',
  ],
  ...[
    'NA',
    'n/a',
    '-',
    '.',
    '?',
    'null',
    '0',
    '1',
    '7',
    '-1',
    '.5',
    '1e999',
    '1,5',
    '"1,5"',
    'true',
    'x',
    '""',
    '"a""b"',
    '" 1 "',
  ],
  ...['height', 'heigth', 'a rather long text that is cut when it is shown in a message'],
];

/** A table with some pieces of it left out, doubled or put in. */
export function spoilt(random: RandomGenerator): Uint8Array {
  const below = (limit: number) => (random.next() >>> 0) % limit;
  let text = kindTable(kindRows(1 + below(6)));
  if (below(4) === 0) text = `\ufeff${text}`;
  if (below(4) === 0) text = text.replaceAll('\n', '\r\n');
  if (below(6) === 0) text = text.replaceAll('\n', '\r');
  if (below(4) === 0) text = text.replaceAll(',', ';');
  for (let edits = below(4); edits > 0; edits--) {
    const at = below(3) === 0 ? below(HEADER.length) : below(text.length);
    const piece = below(3) === 0 ? '' : PIECES[below(PIECES.length)]!;
    text = text.slice(0, at) + piece + text.slice(at + below(3));
  }
  const bytes = new TextEncoder().encode(text);
  // Now and then a byte that no UTF-8 has there.
  if (below(5) === 0) bytes[below(bytes.length)] = 0x80 + below(0x80);
  return bytes;
}
