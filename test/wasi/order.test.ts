import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { orderLevels } from '../../module/levels.ts';
import { hasPython } from '../python.ts';
import { openModuleOrder, pythonOrder } from './order.ts';

let moduleOrder: Awaited<ReturnType<typeof openModuleOrder>>;
beforeAll(async () => {
  moduleOrder = await openModuleOrder();
});

const hasHost = hasPython(['json'], 'the order of levels in Python');

const digits = fc.oneof(
  fc.nat(30).map(String),
  fc.constantFrom('0', '00', '01', '007', '9007199254740993', '9007199254740992', `1${'0'.repeat(60)}`),
  fc.array(fc.nat(9), { minLength: 1, maxLength: 30 }).map((all) => all.join('')),
);
const number = fc.oneof(
  digits,
  fc
    .tuple(fc.constantFrom('', '-', '+'), digits, fc.constantFrom('', '.', '.5', '.10', 'e2', 'E-3', 'e400'))
    .map((all) => all.join('')),
  fc.constantFrom(
    '0x1f',
    '0X2A',
    '0b101',
    '0o17',
    '.5',
    '-.5',
    '1_000',
    'Infinity',
    'nan',
    '-0',
    '0',
    '0x',
    `0x${'f'.repeat(300)}`,
  ),
);
/** Signs before and behind digits, of one to four bytes, some ordered otherwise by UTF-8 than by UTF-16. */
const sign = fc.constantFrom(
  'step',
  'Step',
  'v',
  '.',
  '-',
  '_',
  '/',
  ':',
  ' ',
  'é',
  '٣',
  '\u{ffee}',
  '\u{1f600}',
  '\u{feff}',
);
const piece = fc.oneof(digits, sign);
const name = fc.array(piece, { minLength: 1, maxLength: 5 }).map((all) => all.join(''));
const names = fc.oneof(
  fc.uniqueArray(number, { minLength: 1, maxLength: 12 }),
  fc.uniqueArray(name, { minLength: 1, maxLength: 12 }),
  fc.uniqueArray(fc.oneof(number, name), { minLength: 1, maxLength: 12 }),
);

describe('the order of levels', () => {
  it('is the same in the host, in a command module and in the host in Python', { timeout: 120_000 }, () => {
    const lists = fc.sample(names, 3000);
    const ours = lists.map(orderLevels);
    expect(lists.map(moduleOrder)).toEqual(ours);
    if (hasHost) expect(pythonOrder(lists)).toEqual(ours);
  });

  it('is total: it does not depend on the order in which the names come, and neither does that of any two among others', () => {
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.nat()), (all, keys) => {
        const order = orderLevels(all);
        const shuffled = all.map((each) => [keys.next().value!, each] as const).sort(([a], [b]) => a - b);
        expect(orderLevels(shuffled.map(([, each]) => each))).toEqual(order);
        // Beside a name that is no number and comes last, the order of texts holds; of any part of them it is the same.
        const texts = orderLevels([...all, '\u{ffff}']);
        for (const [place, first] of texts.entries()) {
          for (const second of texts.slice(place + 1, -1)) {
            expect(orderLevels([second, first, '\u{ffff}'])).toEqual([first, second, '\u{ffff}']);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('of names that differ in their numbers alone is that of the numbers', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        sign,
        (a, b, text) => {
          fc.pre(a !== b);
          const wanted = a < b ? [a, b] : [b, a];
          expect(orderLevels([`${text}${a}x`, `${text}${b}x`])).toEqual(
            wanted.map((each) => `${text}${each}x`),
          );
        },
      ),
    );
  });
});
