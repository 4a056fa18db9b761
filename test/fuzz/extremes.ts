/** What a layout's author would hardly write: numbers, names, units, comments and characters at the edge, and attempts to break out. */
import type { Random } from './random.ts';

const NUMBERS = [
  ...['0', '1', '2', '-1', '0.5', '1e-320', '5e-324', '2.2250738585072014e-308', '1e-300', '1e-17', '1e-9'],
  ...['1e9', '1e16', '9007199254740993', '1e100', '1e300', '1.7976931348623157e308', '1e309', '1e99999'],
  ...[
    '0.1',
    '0.999999999999999999',
    '00001',
    `0.${'0'.repeat(400)}1`,
    '9'.repeat(400),
    '1e-99999',
    'inf',
    '-inf',
  ],
];

/** Texts that would do something else, were they ever to stand in the generated AssemblyScript as they are. */
const INJECTIONS = [
  ...['unreachable()', 'load', 'store', '__heap_base', 'abort', 'memory', 'f64x2', 'logDensity', 'bindData'],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'prototype',
    'arguments',
    'eval',
    'await',
    'yield',
  ],
  ...[
    'density',
    'DIMENSION',
    'at',
    'row',
    'rows',
    'exp',
    'log',
    'logGammaMass',
    'NaN',
    'Infinity',
    'undefined',
  ],
];
const COMMENTS = [
  '/// */ unreachable(); /*',
  `/// \`$\{unreachable()}\``,
  '/// \\u002a/ export function abi_version(): i32 { unreachable(); }',
  '/// "); unreachable(); ("',
  '/// \u2028unreachable();\u2029',
  '/// <script>alert(1)</script> \u0000 \ud800',
  `/// ${'long '.repeat(5000)}`,
  '// */',
  '/* // */',
  '/* never ends',
];
const CHARACTERS = [
  '\u0000',
  '\ud800',
  '\udfff',
  '\ufeff',
  '\u2028',
  'θ',
  '𝔘',
  '\u202e',
  '\r',
  '\t',
  '"',
  '`',
  '\\',
  '$',
  '@',
  '#',
];

export function extremeNumber(random: Random): string {
  return random.sometimes(0.7) ? random.pick(NUMBERS) : String(10 ** (600 * random.fraction() - 300));
}

export function extremeName(random: Random): string {
  if (random.sometimes(0.1)) return 'x'.repeat(10 ** (1 + random.below(5)));
  return random.pick(INJECTIONS);
}

export function extremeComment(random: Random): string {
  return `\n${random.pick(COMMENTS)}\n`;
}

export function extremeCharacter(random: Random): string {
  return random.pick(CHARACTERS);
}

/** Brackets, signs and functions around and within each other, far or too far. */
export function nested(inner: string, random: Random): string {
  const depth = random.pick([3, 30, 90, 120, 3000]);
  const [open, close] = random.pick([
    ['(', ')'],
    ['-', ''],
    ['not ', ''],
    ['exp(', ')'],
    ['log1p(', ')'],
    ['1 - ', ''],
    ['sqrt(', ') ^ 2'],
    ['choose k { a: ', ' }'],
  ] as const);
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
}

/** A chain of one operator. */
export function chained(inner: string, random: Random): string {
  const length = random.pick([3, 40, 400, 4000]);
  const operator = random.pick([' + ', ' * ', ' and ', ' / ', ' - ', ' ^ ', ' or ']);
  return Array.from({ length }, () => inner).join(operator);
}

export function extremeUnit(random: Random): string {
  const exponent = random.pick(['2', '99', '100', '-99', '-3', '1e3', '99999999999999999999', '0', '0.5']);
  return `^${exponent}`;
}
