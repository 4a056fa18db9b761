/** A naive evaluator of expression graphs, before staging and after it: row by row, member by member, as each op is defined. */
import type { Graph } from '../compiler/graph/graph.ts';
import {
  type ArithmeticOp,
  type DomainId,
  type DomainRows,
  type NodeId,
  PROFILE,
} from '../compiler/graph/node.ts';
import { isArithmetic } from '../compiler/graph/traverse.ts';
import { logChoose, logPolya } from '../compiler/interpret/beta-binomial.ts';
import { logBetaMass, logGammaMass, logStudentMass } from '../compiler/interpret/incomplete-mass.ts';
import { logBeta, logGamma } from '../compiler/interpret/log-gamma.ts';
import {
  and,
  type LogProbability,
  linear,
  logistic,
  mix,
  not,
  probability,
} from '../compiler/interpret/log-probability.ts';
import { normalProbability } from '../compiler/interpret/normal-probability.ts';
import { logPassage, meanPassage } from '../compiler/interpret/passage.ts';
import { logMassBetween } from '../compiler/interpret/priors.ts';
import type { Data } from '../compiler/interpret/scope.ts';
import { statisticOf } from '../compiler/interpret/statistic.ts';
import type { Domain } from '../compiler/stage/domain.ts';
import { centralDifference } from './central-difference.ts';

/** What the leaves of a graph stand for; those that the roots do not read may be absent. */
export interface GraphPoint {
  /** On the layout's own scale, `theta.2` for a level; the complement is 1 − value unless it is given. */
  readonly latents?: ReadonlyMap<string, { readonly value: number; readonly complement?: number }>;
  readonly unconstrained?: ReadonlyMap<string, number>;
  readonly cotangents?: ReadonlyMap<string, number>;
  /** 1, which is centred, where they are absent. */
  readonly centrings?: ReadonlyMap<string, number>;
}

/** A probability node's value is a pair, every other node's a number. */
type Value = number | LogProbability;

/** The members of a domain by their first rows, and the member that each row belongs to (none outside the row set). */
interface Members {
  readonly firstRows: readonly number[];
  readonly ofRow: readonly (number | undefined)[];
}

/** What a node has one value of: the whole data set, each row, or each member of a domain. */
type Space = 'scalar' | 'rows' | DomainId;

/**
 * The values of real-valued roots that read no row, in their order. `domains` are those of `stage` when the graph is
 * staged. Throws a RangeError when a leaf that is read has no value.
 */
export function evaluateGraph(
  graph: Graph,
  roots: readonly NodeId[],
  data: Data,
  point: GraphPoint,
  domains: readonly Domain[] = [],
): number[] {
  const known = new Map<NodeId, readonly Value[]>();
  const members = new Map<DomainId, Members>();

  function spaceOf(id: NodeId): Space {
    const { domain } = graph.node(id);
    if (domain !== PROFILE) return domain;
    const kind = graph.kind(id);
    return kind === 'data' || kind === 'level' ? 'rows' : 'scalar';
  }

  function membersOf(id: DomainId): Members {
    const cached = members.get(id);
    if (cached !== undefined) return cached;
    const domain = domains.find((each) => each.id === id) ?? missing(`domain ${id}`);
    const numbers = new Map<string, number>();
    const firstRows: number[] = [];
    const ofRow = Array.from({ length: data.rows }, (_, row) => {
      if (!isIn(domain.rows, row)) return undefined;
      // A sum with 0 makes 0 of −0: the two are one value.
      const key = domain.keys.map((each) => real(read(each, 'rows', row)) + 0).join();
      const number = numbers.get(key) ?? firstRows.push(row) - 1;
      numbers.set(key, number);
      return number;
    });
    const found = { firstRows, ofRow };
    members.set(id, found);
    return found;
  }

  function isIn(rows: DomainRows, row: number): boolean {
    if (rows.kind === 'all' || rows.kind === 'levels' || rows.kind === 'each') return true;
    const { where } = rows;
    if (where !== undefined && real(read(where.node, 'rows', row)) !== where.equals) return false;
    if (weightOf(rows, row) === 0) return false;
    if (rows.kind === 'observed') return !Number.isNaN(data.columns[rows.outcome]![row]!);
    return data.columns[rows.outcome]![row] === rows.equals;
  }

  function sizeOf(space: Space): number {
    return space === 'scalar' ? 1 : space === 'rows' ? data.rows : membersOf(space).firstRows.length;
  }

  /** The value of a node as seen from a place of another space: a row or a member, which stands for its first row. */
  function read(id: NodeId, space: Space, place: number): Value {
    const own = spaceOf(id);
    const values = valuesOf(id);
    if (own === 'scalar') return values[0]!;
    if (own === space) return values[place]!;
    const row = space === 'rows' ? place : space === 'scalar' ? undefined : membersOf(space).firstRows[place];
    const at = row === undefined ? undefined : own === 'rows' ? row : membersOf(own).ofRow[row];
    return at === undefined ? missing(`place of node ${id} in ${space}`) : values[at]!;
  }

  function valuesOf(id: NodeId): readonly Value[] {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const space = spaceOf(id);
    const values = Array.from({ length: sizeOf(space) }, (_, place) => valueAt(id, space, place));
    known.set(id, values);
    return values;
  }

  function valueAt(id: NodeId, space: Space, place: number): Value {
    const node = graph.node(id);
    const x = (index: number) => real(read(node.inputs[index]!, space, place));
    const p = (index: number) => pair(read(node.inputs[index]!, space, place));
    if (isArithmetic(node))
      return arithmetic(
        node.op,
        node.inputs.map((_, index) => x(index)),
      );
    switch (node.op) {
      case 'constant':
        return node.value;
      case 'column':
        return data.columns[node.name]?.[place] ?? missing(`column ${node.name}`);
      case 'latent':
        return latent(placed(node.name, id, space, place)).value;
      case 'latentComplement':
        return (
          latent(placed(node.name, id, space, place)).complement ??
          1 - latent(placed(node.name, id, space, place)).value
        );
      case 'unconstrained':
        return point.unconstrained?.get(node.name) ?? missing(`unconstrained ${node.name}`);
      case 'centring':
        return point.centrings?.get(node.name) ?? 1;
      case 'cotangent':
        return point.cotangents?.get(node.name) ?? missing(`cotangent ${node.name}`);
      case 'statistic':
        return statisticOf(
          node.statistic,
          rowsIn({ kind: 'all' })
            .filter((row) => node.inputs.length === 1 || real(read(node.inputs[1]!, 'rows', row)) === x(1))
            .map((row) => real(read(node.inputs[0]!, 'rows', row))),
        );
      case 'shift': {
        const category = categoryUnder(id);
        const level = levelAt(category, space, place) + node.by;
        const row = Array.from(data.columns[category]!).indexOf(level);
        return row < 0 ? 0 : real(read(node.inputs[0]!, 'rows', row));
      }
      case 'recurrence': {
        const category = categoryUnder(id);
        const rowOf = (level: number) => Array.from(data.columns[category]!).indexOf(level);
        const at = (row: number, index: number) => real(read(node.inputs[index]!, 'rows', row));
        const from = (level: number): number => {
          const row = rowOf(level);
          return row < 0 ? 0 : at(row, 0) * from(level + node.by) + at(row, 1);
        };
        return from(levelAt(category, space, place));
      }
      case 'sum':
        return total(overRows(node.rows, node.inputs[0]!));
      case 'sumByLevel': {
        const level = x(1);
        const rows = rowsIn(node.rows).filter((row) => real(read(node.inputs[1]!, 'rows', row)) === level);
        return total(rows.map((row) => weightOf(node.rows, row) * real(read(node.inputs[0]!, 'rows', row))));
      }
      case 'pLogistic':
        return logistic(x(0));
      case 'pHalves':
        return probability(x(0), x(1));
      case 'pNot':
        return not(p(0));
      case 'pAnd':
        return and([p(0), p(1)]);
      case 'pMix':
        return mix(p(0), p(1), p(2));
      case 'logOf':
        return p(0).lnP;
      case 'valueOf':
        return linear(p(0));
      case 'stored':
        return read(node.expression, space === 'scalar' ? space : 'rows', firstRow(space, place));
      case 'count':
        return total(
          rowsIn(node.rows)
            .filter((row) => memberAt(space, row) === place)
            .map((row) => weightOf(node.rows, row)),
        );
      case 'reduce':
        return total(
          below(node.from, space, place).map((member) => real(read(node.inputs[0]!, node.from, member))),
        );
      case 'reduceLog':
        return total(
          below(node.from, space, place).map((member) => {
            const [count, p] = node.inputs.map((input) => real(read(input, node.from, member)));
            return arithmetic('timesOrZero', [count!, arithmetic('log', [p!])]);
          }),
        );
      case 'reduceMax':
        return Math.max(
          0,
          ...below(node.from, space, place).map((member) => real(read(node.inputs[0]!, node.from, member))),
        );
      default:
        return missing(`meaning of ${node.op}`);
    }
  }

  /** The category of what has one value a level. */
  function categoryUnder(id: NodeId): string {
    const node = graph.node(id);
    if (node.domain !== PROFILE) {
      const { rows } = domains.find((each) => each.id === node.domain) ?? missing(`domain of node ${id}`);
      return rows.kind === 'levels' ? rows.category : missing(`levels of node ${id}`);
    }
    if (node.op === 'column') return node.name;
    return categoryUnder(node.inputs[0]!);
  }

  function levelAt(category: string, space: Space, place: number): number {
    return data.columns[category]![firstRow(space, place)]!;
  }

  /** What a latent is called at a place: of an indexed one, by the level there. */
  function placed(name: string, id: NodeId, space: Space, place: number): string {
    if (space === 'scalar') return name;
    return `${name}.${levelAt(categoryUnder(id), space, place)}`;
  }

  function latent(name: string) {
    return point.latents?.get(name) ?? missing(`latent ${name}`);
  }

  /** How much a row counts in a sum. */
  function weightOf(rows: DomainRows, row: number): number {
    return 'weight' in rows && rows.weight !== undefined ? data.columns[rows.weight]![row]! : 1;
  }

  function rowsIn(rows: DomainRows): number[] {
    const all = Array.from({ length: data.rows }, (_, row) => row);
    if (rows.kind !== 'levels') return all.filter((row) => isIn(rows, row));
    // Each level at its first row.
    const levels = Array.from(data.columns[rows.category]!);
    return all.filter((row) => levels.indexOf(levels[row]!) === row);
  }

  function overRows(rows: DomainRows, id: NodeId): number[] {
    return rowsIn(rows).map((row) => weightOf(rows, row) * real(read(id, 'rows', row)));
  }

  function firstRow(space: Space, place: number): number {
    return typeof space === 'number' ? membersOf(space).firstRows[place]! : place;
  }

  function memberAt(space: Space, row: number): number | undefined {
    return typeof space === 'number' ? membersOf(space).ofRow[row] : missing('a domain to count in');
  }

  /** The members of a domain that belong to a place of a smaller one, or all of them where the place is the profile. */
  function below(from: DomainId, space: Space, place: number): number[] {
    return membersOf(from)
      .firstRows.map((row, member) => ({ row, member }))
      .filter(({ row }) => space === 'scalar' || memberAt(space, row) === place)
      .map(({ member }) => member);
  }

  return roots.map((root) => {
    if (spaceOf(root) !== 'scalar') throw new RangeError(`Root ${root} has a value for each row.`);
    return real(valuesOf(root)[0]!);
  });
}

/** What each op computes on numbers. */
export function arithmetic(
  op: ArithmeticOp,
  [a = Number.NaN, b = Number.NaN, c = Number.NaN, ...more]: readonly number[],
): number {
  switch (op) {
    case 'negate':
      return -a;
    case 'abs':
      return Math.abs(a);
    case 'exp':
    case 'expInRange':
      return Math.exp(a);
    case 'logSumExp':
      return a === b ? a + Math.LN2 : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
    case 'nearestPower':
      return Math.round(a / Math.LN2);
    case 'expRest':
      return a - b * Math.LN2;
    // Any denominator will do, as long as the numerator is e^x times it.
    case 'expDenominator':
      return 2 - a + (a * a) / 6;
    case 'expNumerator':
      return b * Math.exp(a) * 2 ** c;
    case 'log1p':
      return Math.log1p(a);
    case 'expm1':
      return Math.expm1(a);
    case 'oddsAgainst':
      return Math.exp(-a);
    case 'logShare':
      return Math.log(a / (a + b));
    case 'log':
      return Math.log(a);
    case 'sqrt':
      return Math.sqrt(a);
    case 'logistic':
      return a >= 0 ? 1 / (1 + Math.exp(-a)) : Math.exp(a) / (1 + Math.exp(a));
    case 'logLogistic':
      return logistic(a).lnP;
    case 'normalCdf':
      return Math.exp(normalProbability(a).lnP);
    case 'normalDensity':
      return Math.exp(-0.5 * a * a) / Math.sqrt(2 * Math.PI);
    case 'normalKernel':
      return Math.exp(-0.5 * a * a);
    case 'normalTail':
      return Math.exp(normalProbability(-Math.abs(a)).lnP);
    case 'logNormalMass':
      return logMassBetween({ family: 'normal', parameters: { mean: 0, sd: 1 } }, a, b);
    case 'logCauchyMass':
      return logMassBetween({ family: 'cauchy', parameters: { location: 0, scale: 1 } }, a, b);
    case 'logGammaMass':
      return logGammaMass(a, b, c);
    case 'gammaMassSlope':
      return slope((shape) => logGammaMass(shape, b, c), a);
    case 'logBetaMass':
      return betaMass(a, b, c, more);
    case 'betaMassSlope':
      return slope((shape) => betaMass(shape, b, c, more), a);
    case 'logStudentMass':
      return studentMass(a, b, c);
    case 'studentMassSlope':
      return slope((df) => studentMass(df, b, c), a);
    case 'logFirstPassage':
      return passage(a, b);
    case 'firstPassageByTime':
      return slope((u) => passage(u, b), a);
    case 'firstPassageByStart':
      return slope((w) => passage(a, w), b);
    case 'logSinhRatio':
      return a === 0 ? 0 : Math.log(Math.sinh(a / 2) / (a / 2));
    case 'sinhRatioSlope':
      return a === 0 ? 0 : 0.5 / Math.tanh(a / 2) - 1 / a;
    case 'meanPassageTime':
      return meanPassage({ boundary: 1, start: probability(b), drift: a / 2 });
    case 'logExponentialMass':
      return Math.log(-Math.expm1(-a));
    case 'logGamma':
      return logGamma(a);
    case 'digamma':
      return digamma(a);
    case 'logGammaPeak':
      return a * Math.log(a) - a - logGamma(a);
    case 'logGammaPeakSlope':
      return Math.log(a) - digamma(a);
    case 'logGammaHalfStep':
      return logGamma(a + 0.5) - logGamma(a) - 0.5 * Math.log(a);
    case 'halfStepSlope':
      return digamma(a + 0.5) - digamma(a) - 0.5 / a;
    case 'logBeta':
      return logBeta(a, b);
    case 'digammaRise':
      return digamma(a + b) - digamma(a);
    case 'logChoose':
      return logChoose(a, b);
    case 'logBetaBinomial':
      return logPolya(a, b, c, more[0]!);
    case 'betaBinomialSlope':
      return digamma(c + b) - digamma(c) - digamma(c + more[0]! + a) + digamma(c + more[0]!);
    case 'gammaKernel':
      return powerOf(a, b) - a * Math.log(a) - (b - a);
    case 'gammaKernelSlope':
      return Math.log(b / a);
    case 'betaKernel':
      return powerOf(a, c) + powerOf(b, more[0]!) - a * Math.log(a / (a + b)) - b * Math.log(b / (a + b));
    case 'betaKernelSlope':
      return Math.log((c * (a + b)) / a);
    case 'betaKernelTilt':
      return (a - 1) / c - (b - 1) / more[0]!;
    case 'logRise':
      return sumBelow(a, (i) => Math.log1p(i * b));
    case 'logRiseSlope':
      return sumBelow(a, (i) => i / (1 + i * b));
    case 'log1pRatio':
      return a === 0 ? 1 : Math.log1p(a) / a;
    case 'log1pRatioSlope':
      return slope((x) => Math.log1p(x) / x, a);
    case 'studentKernel':
      return -0.5 * (a + 1) * Math.log1p((b * b) / a);
    case 'studentKernelSlope':
      return 0.5 * (((a + 1) * b * b) / a / (a + b * b) - Math.log1p((b * b) / a));
    case 'studentKernelTilt':
      return (-(a + 1) * b) / (a + b * b);
    case 'logTruncatedNormal':
      return (
        -0.5 * a * a -
        0.5 * Math.log(2 * Math.PI) -
        logMassBetween({ family: 'normal', parameters: { mean: 0, sd: 1 } }, b, c)
      );
    case 'truncatedNormalEnd':
      return Math.exp(
        -0.5 * a * a -
          0.5 * Math.log(2 * Math.PI) -
          logMassBetween({ family: 'normal', parameters: { mean: 0, sd: 1 } }, a, b),
      );
    case 'productLess':
      return a * b - c;
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
    case 'divide':
      return a / b;
    case 'power':
      return a ** b;
    case 'min':
      return Math.min(a, b);
    case 'logProbability':
      return probability(a, b).lnP;
    case 'ofMember':
      return b;
    case 'timesOrZero':
      return a === 0 ? 0 : a * b;
    case 'complement':
      return a;
    case 'whereNonNegative':
      return a >= 0 ? b : c;
  }
}

/** ln x^(shape − 1); at 0 a shape of 1 leaves no power. */
function powerOf(shape: number, x: number): number {
  return shape === 1 ? 0 : (shape - 1) * Math.log(x);
}

/** Σ term(i) for whole i from 0 to count − 1. */
function sumBelow(count: number, term: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += term(i);
  return sum;
}

/** Between shares whose complements are known. */
function betaMass(a: number, b: number, x: number, more: readonly number[]): number {
  const [xComplement, y, yComplement] = more as [number, number, number];
  return logBetaMass(a, b, { x, complement: xComplement }, { x: y, complement: yComplement });
}

/** Of a Student's t over √df. */
function studentMass(df: number, x: number, y: number): number {
  return logStudentMass(df, x * Math.sqrt(df), y * Math.sqrt(df));
}

/** Of a process without drift between barriers 1 apart. */
function passage(u: number, w: number): number {
  return logPassage(u, { boundary: 1, delay: 0, start: probability(w), drift: 0 });
}

function slope(of: (x: number) => number, at: number): number {
  return centralDifference(([x]) => of(x!), [at])[0]!.value;
}

/** B₂ₖ/2k for k = 1 … 7: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), equation 6.3.18. */
const ASYMPTOTIC = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12];

/** ψ(x) for x > 0: the asymptotic series 6.3.18 once the recurrence ψ(x + 1) = ψ(x) + 1/x (6.3.5) has made x large. */
function digamma(x: number): number {
  let shifted = x;
  let below = 0;
  for (; shifted < 12; shifted += 1) below += 1 / shifted;
  const inverseSquare = 1 / (shifted * shifted);
  const series = ASYMPTOTIC.reduceRight((sum, coefficient) => (sum + coefficient) * inverseSquare, 0);
  return Math.log(shifted) - 0.5 / shifted - series - below;
}

function real(value: Value): number {
  return typeof value === 'number' ? value : missing('number: the node is a probability');
}

function pair(value: Value): LogProbability {
  return typeof value === 'number' ? missing('probability: the node is a real') : value;
}

function total(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function missing(what: string): never {
  throw new RangeError(`There is no ${what}.`);
}
