/** Names in the generated code: the layout's own, made unique and safe. */
import { formula } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';

const RESERVED: ReadonlySet<string> = new Set(
  `abstract as async await bool break case catch class const constructor continue debugger declare default delete do
   else enum export extends f32 f64 f64x2 false finally for from function get i16 i32 i64 i8 if implements import in
   infer instanceof interface is isize keyof let memory module namespace never new null number of offset package
   private protected public readonly return set static string super switch symbol this throw true try type typeof u16
   u32 u64 u8 undefined unreachable usize v128 var void while with yield select load store sizeof changetype assert
   abort trace seed process console Array ArrayBuffer String Object Math NativeMath Map Set Date Error NaN Infinity
   isNaN isFinite i32x4 i64x2 i16x8 i8x16 f32x4 heap gc Reference Symbol RegExp Promise Function Boolean Number
   allocate release findMembers findRows findRuns memberCount firstRowOfEach pairBytes indexBytes keepMembers forgetMembers
   firstRowsOfLevels firsts level levels totals means takeFromNext takeFromPrevious findLevels levelCount countLevels readLevels fillLevels fillEach complementLevels normalKernelPair normalTailPair logNormalMassPair
   logCauchyMassPair logExponentialMassPair logistic logisticPair logLogistic logLogisticPair i
   countRows gatherValues columnAt countsOfRows distinctRows allRows rowCounts makeIndex fillIndex gatherPair scatterPair takePair clearSums placeInGrid weighPair Index keys exp expPair inlinedExpPair anySmall log logPair log1p log1pPair
   expm1 expm1Pair
   logProbability logProbabilityPair power powerPair logGamma logGammaPair digamma digammaPair weigh normalKernel normalTail
   logNormalMass logCauchyMass logExponentialMass logGammaMass gammaMassSlope logBetaMass betaMassSlope logStudentMass studentMassSlope
   logGammaMassPair gammaMassSlopePair logBetaMassPair betaMassSlopePair logStudentMassPair studentMassSlopePair
   logGammaPeak logGammaPeakPair logGammaPeakSlope logGammaPeakSlopePair logGammaHalfStep logGammaHalfStepPair
   halfStepSlope halfStepSlopePair logBeta logBetaPair digammaRise digammaRisePair logChoose logChoosePair gammaKernel
   gammaKernelPair gammaKernelSlope gammaKernelSlopePair productLess productLessPair logBetaBinomial logBetaBinomialPair
   betaBinomialSlope betaBinomialSlopePair betaKernel betaKernelPair betaKernelSlope betaKernelSlopePair betaKernelTilt
   betaKernelTiltPair
   studentKernel studentKernelPair studentKernelSlope studentKernelSlopePair studentKernelTilt studentKernelTiltPair
   logTruncatedNormal logTruncatedNormalPair truncatedNormalEnd truncatedNormalEndPair
   sqrt abs min at row rows end
   bindData statisticAt levelStatisticAt density directDensity separatedDensity separate constrain
   logDensityUnconstrained logDensityOwnScale firstOutsideSupport toOwnScale pullBack
   findEachRow levelOfRow expandLevels setLevels setStatistic levelStatisticRoom predictAt likelihoodAt outcomeMean derivedValue
   outcomeLogLikelihood drawOutcome seedOutcome drawBernoulli drawBinomial drawBetaBinomial drawBeta drawNormal drawStudentT
   drawLognormal openRating isRatedAbove column out outcome seedLow seedHigh draw first rowsAt
   DIMENSION VALUES COLUMNS position gradient values point index logDensity logJacobian
   least most deviation squares total`.split(/\s+/),
);

/** Hands out each identifier once. */
export class Identifiers {
  readonly #taken = new Set<string>();
  /** Names that some function uses inside: taken outside from then on, so that none hides what it reads. */
  readonly #inside = new Set<string>();
  readonly #outer: Identifiers | null;

  constructor(outer: Identifiers | null = null) {
    this.#outer = outer;
  }

  /** Names for the inside of one function: none that is taken outside. */
  scope(): Identifiers {
    return new Identifiers(this);
  }

  isTakenOutside(name: string): boolean {
    return this.#taken.has(name);
  }

  #isTaken(name: string): boolean {
    return this.#taken.has(name) || this.#inside.has(name) || this.#outer?.isTakenOutside(name) === true;
  }

  /** The hint itself where it is free and safe, else the hint with a number behind it. */
  claim(hint: string): string {
    const base = identifierFrom(hint);
    let name = base;
    for (let n = 2; RESERVED.has(name) || this.#isTaken(name); n++) name = `${base}${n}`;
    this.#taken.add(name);
    if (this.#outer !== null) this.#outer.#inside.add(name);
    return name;
  }
}

/** Letters, digits and `_` of a text, its words joined in camel case. */
export function identifierFrom(text: string): string {
  const words = text.match(/[A-Za-z0-9_]+/g) ?? [];
  const joined = words.map((word, index) => (index === 0 ? word : capitalised(word))).join('');
  return joined === '' ? 'value' : /^[0-9]/.test(joined) ? `v${joined}` : joined;
}

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** A name for two things: `memoryAbilityTail` and `opAbilityTail` are `memoryAndOpAbilityTail`. */
export function nameOfBoth(first: string, second: string): string {
  const [a, b] = [first, second].map((name) => name.split(/(?=[A-Z])/)) as [string[], string[]];
  const most = Math.min(a.length, b.length) - 1;
  let [start, end] = [0, 0];
  while (start < most && a[start] === b[start]) start++;
  while (start + end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return `${a.slice(0, a.length - end).join('')}And${capitalised(b.slice(start).join(''))}`;
}

/** A data node's name: the column's or the let's, or one made from its formula. */
export function dataName(graph: Graph, id: NodeId): string {
  const node = graph.node(id);
  if (node.op === 'column') return node.name;
  const name = graph.nameOf(id);
  if (name !== undefined) return name;
  const words = formula(graph, id)
    .replace(/\//g, ' over ')
    .replace(/\*/g, ' times ')
    .replace(/\+/g, ' plus ')
    .replace(/-/g, ' minus ')
    .replace(/[.]/g, 'p');
  const text = identifierFrom(words);
  return text.length <= 40 ? text : 'data';
}
