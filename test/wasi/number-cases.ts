/** Doubles and decimals on which conversions go wrong, and random ones. */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const view = new DataView(new ArrayBuffer(8));

function fromBits(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/** The neighbours of a positive double, and itself. */
function around(value: number): number[] {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  return [-2n, -1n, 0n, 1n, 2n]
    .map((step) => bits + step)
    .filter((each) => each >= 0n && each < 0x7ff0n << 48n)
    .map(fromBits);
}

/** Powers of 2 and of 10 with their neighbours, the ends of the range, and cases known from the literature. */
export function hardDoubles(): number[] {
  const powersOfTwo = Array.from({ length: 2098 }, (_, i) => 2 ** (i - 1074));
  const powersOfTen = Array.from({ length: 632 }, (_, i) => Number(`1e${i - 323}`));
  // Of Steele & White, of Paxson's report, and of Grisu's, Ryu's and Schubfach's tests.
  const known =
    `9007199254740991 9007199254740992 9007199254740994 123456789012345680000 1e21 999999999999999900000 1e-6 1e-7 9.5e-7 0.1 0.2 0.30000000000000004 1.7976931348623157e308 5e-324 2.2250738585072014e-308 2.225073858507201e-308 4.4501477170144023e-308 1.1897314953572317e308 1.3 5e-324 9.5e-322 2.98023223876953125e-8 2.9802322387695312e-8 8.41e21 2.0919495182368195e19 2.6153245263757307e19 5.764607523034235e39 1.152921504606847e40 2.305843009213694e40 9.007199254740993e15 4.35 9.41e-5 1.8446744073709552e19 2.109808898695963e16 4.940656e-318 1.18575755e-316 2.989102097996e-312 9.0608011534336e15 4.708356024711512e18 9.409340012568248e18`
      .split(' ')
      .map(Number)
      .concat(4 / 3);
  const positive = [...powersOfTwo, ...powersOfTen, ...known].flatMap(around);
  return [
    0,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    ...positive,
    ...positive.slice(0, 100).map((x) => -x),
  ];
}

/** Doubles of random bits, and random numbers such as data and draws have. */
export function randomDoubles(seed: number, count: number): Float64Array {
  const random = xoroshiro128plus(seed);
  const bits = () => BigInt.asUintN(64, (BigInt(random.next()) << 32n) ^ BigInt(random.next()));
  return Float64Array.from({ length: count }, (_, i) => {
    if (i % 2 === 0) return fromBits(bits());
    const unit = Number(bits()) / 2 ** 64;
    return i % 4 === 1 ? unit : (unit - 0.5) * 10 ** (Number(bits() % 40n) - 20);
  });
}

/** The decimal half-way between the positive double of some bits and the next one, without a rounding: digits and exponent. */
function halfway(bits: bigint): string {
  const exponent = bits >> 52n;
  const fraction = bits & ((1n << 52n) - 1n);
  const significand = exponent === 0n ? fraction : fraction | (1n << 52n);
  const odd = 2n * significand + 1n;
  const power = Number(exponent === 0n ? 1n : exponent) - 1076;
  return power >= 0 ? `${odd << BigInt(power)}e0` : `${odd * 5n ** BigInt(-power)}e${power}`;
}

/** Decimals half-way between doubles, and others that differ from them in a digit far behind or by the last one. */
export function halfways(seed: number, count: number): string[] {
  const random = xoroshiro128plus(seed);
  const special = [
    0n,
    1n,
    0xf_ffff_ffff_fffen,
    0xf_ffff_ffff_ffffn,
    0x10_0000_0000_0000n,
    0x7fef_ffff_ffff_ffffn,
    0x433f_ffff_ffff_ffffn,
  ];
  const several = Array.from({ length: count }, () =>
    BigInt.asUintN(63, ((BigInt(random.next()) << 32n) ^ BigInt(random.next())) % (0x7fefn << 48n)),
  ).map((bits) => (bits < 0n ? -bits : bits));
  return [...special, ...several].flatMap((bits) => {
    const tie = halfway(bits);
    const [digits, exponent] = tie.split('e') as [string, string];
    const longer = (tail: string) => `${digits}.${tail}e${exponent}`;
    const below = `${digits.slice(0, -1)}${Number(digits.at(-1)) - 1}`;
    return [
      tie,
      longer('0'),
      longer(`${'0'.repeat(900)}1`),
      `${below}.${'9'.repeat(40)}e${exponent}`,
      `-${longer('5')}`,
    ];
  });
}

/** Texts of doubles with fewer or more digits than they need. */
export function decimalsOf(values: Float64Array): string[] {
  return [...values]
    .filter(Number.isFinite)
    .flatMap((value, i) => [
      String(value),
      value.toPrecision(1 + (i % 30)),
      value.toExponential(i % 25),
      Math.abs(value) < 1e20 ? value.toFixed(i % 40) : `${value}`,
    ]);
}

/** Texts of numbers that a table may hold, and of none. */
export const PLAIN_TEXTS: readonly string[] = [
  '0',
  '-0',
  '+0',
  '0.0',
  '.5',
  '5.',
  '-.5e1',
  '+5.e-1',
  '00012.500',
  '1e5',
  '1E5',
  '1e+05',
  '1e-005',
  '9007199254740993',
  '9007199254740992.9999999',
  '9007199254740993.0000000000000000000000001',
  '1.7976931348623157e308',
  '1.7976931348623158e308',
  '1.7976931348623159e308',
  '1e309',
  '-1e400',
  '1e99999999999',
  '1e-99999999999',
  '0e99999999999',
  '5e-324',
  '2.4703282292062327e-324',
  '2.4703282292062328e-324',
  '2.47e-324',
  '1e-400',
  '2.2250738585072011e-308',
  '2.2250738585072012e-308',
  '6.8985865317742005e-309',
  '7.2057594037927933e16',
  '8.5e22',
  '1e22',
  '1e23',
  '123456789012345678901234567890',
  '0.000000000000000000000000000000000000000000000000000000000001',
  `0.${'0'.repeat(400)}1e401`,
  `1${'0'.repeat(400)}e-400`,
  '179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880',
];
export const NO_NUMBERS: readonly string[] = [
  '',
  '+',
  '-',
  '.',
  'e5',
  '.e5',
  '1e',
  '1e+',
  '1.2.3',
  '1,5',
  '1 2',
  '0x1f',
  '--1',
  '+-1',
  'NaN',
  'Infinity',
  '1_000',
  '1e5.0',
  '1n',
  '½',
  '１',
];
