/** What the SVG of a figure draws, in order: paths and texts with their colours and places. It knows the SVG that figures have, and no more. */

export type Color = readonly [red: number, green: number, blue: number];

export interface Fill {
  /** From 0 to 1. */
  readonly color: Color;
  readonly opacity: number;
}

export interface Stroke extends Fill {
  readonly width: number;
  readonly dashes: readonly number[];
  /** 0 butt, 1 round, 2 square, as in PDF. */
  readonly cap: 0 | 1 | 2;
  /** 0 miter, 1 round, 2 bevel. */
  readonly join: 0 | 1 | 2;
  readonly miterLimit: number;
}

export interface TextStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Whether the outline lies below the letters. */
  readonly strokeFirst: boolean;
}

/** The matrix a, b, c, d, e, f of SVG and PDF. */
export type Matrix = readonly [number, number, number, number, number, number];

/** An operator of PDF with its points: `m`, `l`, `c`, `h`. */
export interface Segment {
  readonly operator: 'm' | 'l' | 'c' | 'h';
  readonly points: readonly number[];
}

export type DrawnMark = {
  readonly matrix: Matrix;
  readonly fill: Fill | null;
  readonly stroke: Stroke | null;
} & (
  | { readonly kind: 'path'; readonly segments: readonly Segment[] }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The words of the same line, of which `before` stands before these. */
      readonly line: string;
      readonly before: string;
      readonly x: number;
      readonly y: number;
      readonly style: TextStyle;
    }
);

/** Attributes that pass from an element to what is inside of it. */
const INHERITED = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'color', 'font-size', 'font-weight'],
  ...['font-style', 'text-anchor', 'paint-order'],
] as const;
/** Elements that draw nothing. */
const SILENT = new Set(['title', 'desc', 'defs', 'style']);

type Inherited = Readonly<Partial<Record<(typeof INHERITED)[number], string>>>;

interface State {
  readonly inherited: Inherited;
  readonly matrix: Matrix;
  readonly opacity: number;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** @throws RangeError for an element or a transform that no figure has */
export function drawnSvg(root: Element): DrawnMark[] {
  const drawn: DrawnMark[] = [];
  visit(root, { inherited: {}, matrix: IDENTITY, opacity: 1 }, drawn);
  return drawn;
}

function visit(element: Element, outer: State, drawn: DrawnMark[]): void {
  const name = element.localName;
  if (SILENT.has(name)) return;
  const own = Object.fromEntries(
    INHERITED.flatMap((key) => {
      const value = element.getAttribute(key);
      return value === null ? [] : [[key, value]];
    }),
  );
  const state: State = {
    inherited: { ...outer.inherited, ...own },
    matrix: times(outer.matrix, matrixOf(element.getAttribute('transform') ?? '')),
    opacity: outer.opacity * Number(element.getAttribute('opacity') ?? 1),
  };
  if (name === 'g' || name === 'svg') {
    for (const child of element.children) visit(child, state, drawn);
    return;
  }
  if (name === 'text') {
    drawn.push(...texts(element, state));
    return;
  }
  const segments = segmentsOf(element);
  drawn.push({ kind: 'path', segments, ...paintOf(state, element.localName !== 'line') });
}

function paintOf({ inherited, matrix, opacity }: State, isFilled: boolean) {
  const number = (key: keyof Inherited, usual: number) => Number(inherited[key] ?? usual);
  const fill = isFilled ? colorOf(inherited.fill ?? '#000000', inherited.color) : null;
  const stroke = colorOf(inherited.stroke ?? 'none', inherited.color);
  const width = number('stroke-width', 1);
  return {
    matrix,
    fill: fill && { color: fill, opacity: opacity * number('fill-opacity', 1) },
    stroke:
      stroke === null || width === 0
        ? null
        : ({
            ...{ color: stroke, opacity: opacity * number('stroke-opacity', 1), width },
            dashes: dashesOf(inherited['stroke-dasharray'] ?? 'none'),
            cap: Math.max(0, ['butt', 'round', 'square'].indexOf(inherited['stroke-linecap'] ?? 'butt')) as
              | 0
              | 1
              | 2,
            join: Math.max(0, ['miter', 'round', 'bevel'].indexOf(inherited['stroke-linejoin'] ?? 'miter')) as
              | 0
              | 1
              | 2,
            miterLimit: number('stroke-miterlimit', 4),
          } satisfies Stroke),
  };
}

/** @throws RangeError for a colour that is not written as `#rrggbb` */
function colorOf(text: string, current = '#000000'): Color | null {
  if (text === 'none' || text === 'transparent') return null;
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(text === 'currentColor' ? current : text) ?? [];
  if (hex === undefined) throw new RangeError(`a figure has no colour ${text}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Color;
}

function dashesOf(text: string): number[] {
  const dashes = text === 'none' ? [] : text.split(/[\s,]+/).map(Number);
  return dashes.some((each) => each > 0) ? dashes : [];
}

/** The texts of a `text`: its own words, and those of a `tspan`, one after another. */
function* texts(element: Element, state: State): Generator<DrawnMark> {
  const style: TextStyle = {
    size: Number(state.inherited['font-size'] ?? 16),
    bold: Number(state.inherited['font-weight'] ?? 400) >= 600,
    italic: state.inherited['font-style'] === 'italic',
    anchor: (state.inherited['text-anchor'] ?? 'start') as TextStyle['anchor'],
    strokeFirst: (state.inherited['paint-order'] ?? '').startsWith('stroke'),
  };
  const length = (from: Element, key: string) => {
    const text = from.getAttribute(key) ?? '0';
    return text.endsWith('em') ? Number(text.slice(0, -2)) * style.size : Number(text);
  };
  const pieces = [...element.childNodes].flatMap((child) => {
    if (child.nodeType === child.TEXT_NODE) return [{ text: child.nodeValue ?? '', fill: null }];
    const inner = child as Element;
    return inner.localName === 'tspan'
      ? [{ text: inner.textContent ?? '', fill: inner.getAttribute('fill') }]
      : [];
  });
  const [x, y] = [length(element, 'x') + length(element, 'dx'), length(element, 'y') + length(element, 'dy')];
  const whole = pieces.map(({ text }) => text).join('');
  let before = '';
  for (const { text, fill } of pieces) {
    if (text === '') continue;
    const inherited = fill === null ? state.inherited : { ...state.inherited, fill };
    yield {
      ...{ kind: 'text', text, line: whole, before, x, y, style },
      ...paintOf({ ...state, inherited }, true),
    };
    before += text;
  }
}

const ARC = 0.5522847498;

function segmentsOf(element: Element): Segment[] {
  const number = (key: string) => Number(element.getAttribute(key) ?? 0);
  switch (element.localName) {
    case 'path':
      return pathSegments(element.getAttribute('d') ?? '');
    case 'line':
      return [move(number('x1'), number('y1')), line(number('x2'), number('y2'))];
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'polygon': {
      const points = (element.getAttribute('points') ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      const corners = Array.from(
        { length: points.length / 2 },
        (_, i) => [points[2 * i]!, points[2 * i + 1]!] as const,
      );
      return [...corners.map(([x, y], place) => (place === 0 ? move(x, y) : line(x, y))), CLOSE];
    }
    case 'rect':
      return rectangle(number('x'), number('y'), number('width'), number('height'), number('rx'));
    default:
      throw new RangeError(`a figure has no <${element.localName}>`);
  }
}

const CLOSE: Segment = { operator: 'h', points: [] };

function move(x: number, y: number): Segment {
  return { operator: 'm', points: [x, y] };
}

function line(x: number, y: number): Segment {
  return { operator: 'l', points: [x, y] };
}

function curve(...points: readonly number[]): Segment {
  return { operator: 'c', points };
}

function ellipse(cx: number, cy: number, rx: number, ry: number): Segment[] {
  const [kx, ky] = [ARC * rx, ARC * ry];
  return [
    move(cx + rx, cy),
    curve(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
    curve(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
    curve(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
    curve(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
    CLOSE,
  ];
}

function rectangle(x: number, y: number, width: number, height: number, round: number): Segment[] {
  const r = Math.min(round, width / 2, height / 2);
  if (r === 0)
    return [move(x, y), line(x + width, y), line(x + width, y + height), line(x, y + height), CLOSE];
  const [right, bottom, k] = [x + width, y + height, r * (1 - ARC)];
  return [
    ...[move(x + r, y), line(right - r, y), curve(right - k, y, right, y + k, right, y + r)],
    ...[line(right, bottom - r), curve(right, bottom - k, right - k, bottom, right - r, bottom)],
    ...[line(x + r, bottom), curve(x + k, bottom, x, bottom - k, x, bottom - r)],
    ...[line(x, y + r), curve(x, y + k, x + k, y, x + r, y), CLOSE],
  ];
}

/** The numbers that a command of a path takes. */
const TAKES: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, q: 4, a: 7, z: 0 };

/** @throws RangeError for a command that no figure has */
function pathSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, letter, rest] of text.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:e[-+]?\d+[^a-zA-Z]*)*)/g)) {
    const kind = letter!.toLowerCase();
    const takes = TAKES[kind];
    if (takes === undefined) throw new RangeError(`a figure has no path with ${letter}`);
    const numbers = (rest!.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    const isRelative = letter === kind;
    for (let at = 0; at === 0 || at < numbers.length; at += Math.max(1, takes)) {
      const own = numbers.slice(at, at + takes);
      const [dx, dy] = isRelative ? [x, y] : [0, 0];
      if (kind === 'z') {
        segments.push(CLOSE);
        [x, y] = [startX, startY];
      } else if (kind === 'a') {
        const [rx, ry, turn, large, sweep, endX, endY] = own as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        segments.push(...arc([x, y], [rx, ry, turn], [large === 1, sweep === 1], [endX + dx, endY + dy]));
        [x, y] = [endX + dx, endY + dy];
      } else {
        const points =
          kind === 'h'
            ? [own[0]! + dx, y]
            : kind === 'v'
              ? [x, own[0]! + dy]
              : own.map((each, i) => each + (i % 2 === 0 ? dx : dy));
        if (kind === 'q') {
          const [cx, cy, ex, ey] = points as [number, number, number, number];
          const third = (from: number, to: number) => from + (2 / 3) * (to - from);
          segments.push(curve(third(x, cx), third(y, cy), third(ex, cx), third(ey, cy), ex, ey));
        } else if (kind === 'c') segments.push(curve(...points));
        else if (kind === 'm' && at === 0) {
          segments.push(move(points[0]!, points[1]!));
          [startX, startY] = [points[0]!, points[1]!];
        } else segments.push(line(points[0]!, points[1]!));
        [x, y] = [points.at(-2)!, points.at(-1)!];
      }
    }
  }
  return segments;
}

/** An elliptical arc as curves of at most a quarter turn each (SVG 2, appendix B.2.4). */
function arc(
  [x1, y1]: readonly [number, number],
  [givenX, givenY, degrees]: readonly [number, number, number],
  [isLarge, isSweep]: readonly [boolean, boolean],
  [x2, y2]: readonly [number, number],
): Segment[] {
  if (givenX === 0 || givenY === 0) return [line(x2, y2)];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [hx, hy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * hx + sin * hy, cos * hy - sin * hx];
  const grow = Math.sqrt(Math.max(1, (px / givenX) ** 2 + (py / givenY) ** 2));
  const [rx, ry] = [Math.abs(givenX) * grow, Math.abs(givenY) * grow];
  const square = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2;
  const scale =
    (isLarge === isSweep ? -1 : 1) * Math.sqrt(Math.max(0, square) / ((rx * py) ** 2 + (ry * px) ** 2));
  const [qx, qy] = [(scale * rx * py) / ry, (-scale * ry * px) / rx];
  const [cx, cy] = [cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2];
  const from = Math.atan2((py - qy) / ry, (px - qx) / rx);
  let turn = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from;
  if (isSweep && turn < 0) turn += 2 * Math.PI;
  if (!isSweep && turn > 0) turn -= 2 * Math.PI;
  const count = Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9) || 1;
  const step = turn / count;
  const k = (4 / 3) * Math.tan(step / 4);
  const at = (u: number, v: number) => [cx + cos * rx * u - sin * ry * v, cy + sin * rx * u + cos * ry * v];
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [from + i * step, from + (i + 1) * step];
    return curve(
      ...at(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a)),
      ...at(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b)),
      ...at(Math.cos(b), Math.sin(b)),
    );
  });
}

/** @throws RangeError for a transform that no figure has */
function matrixOf(text: string): Matrix {
  let matrix = IDENTITY;
  for (const [, name, inside] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b] = inside!
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (name === 'translate') matrix = times(matrix, [1, 0, 0, 1, a, b ?? 0]);
    else if (name === 'scale') matrix = times(matrix, [a, 0, 0, b ?? a, 0, 0]);
    else if (name === 'rotate' && b === undefined) {
      const turn = (a * Math.PI) / 180;
      matrix = times(matrix, [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]);
    } else throw new RangeError(`a figure has no transform ${name}(${inside})`);
  }
  return matrix;
}

/** What the second matrix does, and then the first. */
function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
