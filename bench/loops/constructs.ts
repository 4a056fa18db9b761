/** Plain loops for what layouts say beyond success and failure, as a good programmer would write them: row by row, with the gradient of each level. */
import { normalProbability } from '../../compiler/interpret/normal-probability.ts';
import { type HandLoop, type LoopColumns, loopColumn } from './loop.ts';
import { addNormal, levelCodes } from './population.ts';

/** ln(1 + eˣ). */
const softplus = (x: number) => (x > 0 ? x : 0) + Math.log1p(Math.exp(-Math.abs(x)));
/** ln φ(u). */
const logNormal = (u: number) => -0.5 * u * u - 0.5 * Math.log(2 * Math.PI);
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
const logistic = (x: number) => 1 / (1 + Math.exp(-x));

/** trait[person]; sharp[item], of which the position has the logarithm; three cut points of each item in order, as the first and the logarithms of the steps. */
export function gradedLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const answer = Int32Array.from(loopColumn(columns, 'answer'));
  const [persons, items] = [person.count, item.count];
  const sharpAt = persons;
  const cutAt = sharpAt + items;
  const cut = new Float64Array(3 * items);
  const sharp = new Float64Array(items);
  const ofCut = new Float64Array(3 * items);
  return (position, gradient) => {
    let logDensity = addNormal(position, gradient, 0, persons, 1);
    logDensity += addNormal(position, gradient, sharpAt, cutAt, 0.4);
    for (let i = 0; i < items; i++) {
      sharp[i] = Math.exp(position[sharpAt + i]!);
      let at = position[cutAt + i]!;
      cut[3 * i] = at;
      at += Math.exp(position[cutAt + items + i]!);
      cut[3 * i + 1] = at;
      at += Math.exp(position[cutAt + 2 * items + i]!);
      cut[3 * i + 2] = at;
    }
    logDensity += addNormal(cut, ofCut, 0, 3 * items, 1.5) + items * Math.log(6);
    for (let row = 0; row < answer.length; row++) {
      const p = person.of[row]!;
      const i = item.of[row]!;
      const a = sharp[i]!;
      const t = position[p]!;
      const eta = a * t;
      const y = answer[row]!;
      let ofEta: number;
      if (y === 1) {
        const x = cut[3 * i]! - eta;
        logDensity -= softplus(-x);
        ofEta = -logistic(-x);
        ofCut[3 * i]! -= ofEta;
      } else if (y === 4) {
        const x = eta - cut[3 * i + 2]!;
        logDensity -= softplus(-x);
        ofEta = logistic(-x);
        ofCut[3 * i + 2]! -= ofEta;
      } else {
        const [lo, hi] = [cut[3 * i + y - 2]!, cut[3 * i + y - 1]!];
        const above = logistic(eta - lo);
        const beyond = logistic(eta - hi);
        logDensity += Math.log(above - beyond);
        ofEta = 1 - above - beyond;
        const gap = 1 / Math.expm1(hi - lo);
        ofCut[3 * i + y - 2]! -= 1 - above + gap;
        ofCut[3 * i + y - 1]! += beyond + gap;
      }
      gradient[p]! += a * ofEta;
      gradient[sharpAt + i]! += eta * ofEta;
    }
    for (let i = 0; i < items; i++) {
      const last = ofCut[3 * i + 2]!;
      const middle = ofCut[3 * i + 1]! + last;
      const [second, third] = [position[cutAt + items + i]!, position[cutAt + 2 * items + i]!];
      gradient[cutAt + i] = ofCut[3 * i]! + middle;
      gradient[cutAt + items + i] = middle * Math.exp(second) + 1;
      gradient[cutAt + 2 * items + i] = last * Math.exp(third) + 1;
      logDensity += second + third;
    }
    return logDensity;
  };
}

/** ability[person], and the steps one, two and three of each item. */
export function partialCreditLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const points = Int32Array.from(loopColumn(columns, 'points'));
  const [persons, items] = [person.count, item.count];
  const chance = new Float64Array(4);
  return (position, gradient) => {
    let logDensity = addNormal(position, gradient, 0, persons, 1);
    logDensity += addNormal(position, gradient, persons, persons + 3 * items, 1.5);
    for (let row = 0; row < points.length; row++) {
      const p = person.of[row]!;
      const i = persons + item.of[row]!;
      const y = points[row]! - 1;
      let sum = 0;
      let most = 0;
      chance[0] = 0;
      for (let k = 1; k < 4; k++) {
        sum += position[p]! - position[i + (k - 1) * items]!;
        chance[k] = sum;
        most = Math.max(most, sum);
      }
      let total = 0;
      const chosen = chance[y]!;
      for (let k = 0; k < 4; k++) total += chance[k] = Math.exp(chance[k]! - most);
      logDensity += chosen - most - Math.log(total);
      let beyond = 0;
      for (let k = 3; k > 0; k--) {
        beyond += chance[k]! / total;
        const slope = (y >= k ? 1 : 0) - beyond;
        gradient[p]! += slope;
        gradient[i + (k - 1) * items]! -= slope;
      }
    }
    return logDensity;
  };
}

/** ability[person]; pull and sharp of three wrong options of each item, sharp by its logarithm. */
export function nominalLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const option = Int32Array.from(loopColumn(columns, 'option'));
  const [persons, items] = [person.count, item.count];
  const sharpAt = persons + 3 * items;
  const sharp = new Float64Array(3 * items);
  const chance = new Float64Array(4);
  return (position, gradient) => {
    let logDensity = addNormal(position, gradient, 0, sharpAt, 1);
    logDensity += addNormal(position, gradient, sharpAt, sharpAt + 3 * items, 0.5);
    for (let k = 0; k < 3 * items; k++) sharp[k] = Math.exp(position[sharpAt + k]!);
    for (let row = 0; row < option.length; row++) {
      const p = person.of[row]!;
      const i = item.of[row]!;
      const y = option[row]! - 1;
      const ability = position[p]!;
      let most = 0;
      chance[0] = 0;
      for (let k = 1; k < 4; k++) {
        const at = (k - 1) * items + i;
        chance[k] = position[persons + at]! - sharp[at]! * ability;
        most = Math.max(most, chance[k]!);
      }
      let total = 0;
      const chosen = chance[y]!;
      for (let k = 0; k < 4; k++) total += chance[k] = Math.exp(chance[k]! - most);
      logDensity += chosen - most - Math.log(total);
      for (let k = 1; k < 4; k++) {
        const at = (k - 1) * items + i;
        const slope = (y === k ? 1 : 0) - chance[k]! / total;
        gradient[persons + at]! += slope;
        gradient[sharpAt + at]! -= slope * sharp[at]! * ability;
        gradient[p]! -= slope * sharp[at]!;
      }
    }
    return logDensity;
  };
}

/** The DINA model: share of three skills, slip and guess of each item, each as Φ(u). The rows of a person are next to each other. */
export function attributesLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const right = loopColumn(columns, 'right');
  const needs = ['add', 'borrow', 'carry'].map((name) => loopColumn(columns, `needs.${name}`));
  const items = item.count;
  const PATTERNS = 8;
  /** Whether who has a pattern is able to answer an item. */
  const able = new Uint8Array(items * PATTERNS);
  for (let row = 0; row < right.length; row++)
    for (let pattern = 0; pattern < PATTERNS; pattern++)
      able[item.of[row]! * PATTERNS + pattern] = Number(
        needs.every((need, skill) => need[row] === 0 || ((pattern >> skill) & 1) === 1),
      );
  const [slipAt, guessAt] = [3, 3 + items];
  const log = new Float64Array(4 * items);
  // The logarithms of each probability and of its complement, and their slopes.
  const [lnYes, lnNo, ofYes, ofNo] = [0, 1, 2, 3].map(() => new Float64Array(3 + 2 * items)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const joint = new Float64Array(PATTERNS);
  const logShare = new Float64Array(PATTERNS);
  return (position, gradient) => {
    let logDensity = 0;
    for (let k = 0; k < lnYes.length; k++) {
      const u = position[k]!;
      const { lnP, lnComplement } = normalProbability(u);
      const [a, b] = k < 3 ? [1, 1] : [2, 10];
      const density = Math.exp(logNormal(u));
      lnYes[k] = lnP;
      lnNo[k] = lnComplement;
      ofYes[k] = density / Math.exp(lnP);
      ofNo[k] = -density / Math.exp(lnComplement);
      logDensity += (a - 1) * lnP + (b - 1) * lnComplement + logNormal(u);
      gradient[k] = (a - 1) * ofYes[k]! + (b - 1) * ofNo[k]! - u;
    }
    // ln of the beta function's inverse: ln(11!/(1! 9!)) = ln 110.
    logDensity += 2 * items * Math.log(110);
    for (let i = 0; i < items; i++) {
      // Able: wrong, right; not able: wrong, right.
      log[4 * i] = lnYes[slipAt + i]!;
      log[4 * i + 1] = lnNo[slipAt + i]!;
      log[4 * i + 2] = lnNo[guessAt + i]!;
      log[4 * i + 3] = lnYes[guessAt + i]!;
    }
    for (let c = 0; c < PATTERNS; c++) {
      logShare[c] = 0;
      for (let skill = 0; skill < 3; skill++) logShare[c]! += (c >> skill) & 1 ? lnYes[skill]! : lnNo[skill]!;
    }
    let from = 0;
    while (from < right.length) {
      const who = person.of[from]!;
      let to = from;
      joint.set(logShare);
      for (; to < right.length && person.of[to] === who; to++) {
        const i = item.of[to]!;
        const y = right[to]!;
        for (let c = 0; c < PATTERNS; c++) joint[c]! += log[4 * i + (able[i * PATTERNS + c] ? 0 : 2) + y]!;
      }
      let most = joint[0]!;
      for (let c = 1; c < PATTERNS; c++) most = Math.max(most, joint[c]!);
      let total = 0;
      for (let c = 0; c < PATTERNS; c++) total += joint[c] = Math.exp(joint[c]! - most);
      logDensity += most + Math.log(total);
      for (let c = 0; c < PATTERNS; c++) {
        joint[c]! /= total;
        for (let skill = 0; skill < 3; skill++)
          gradient[skill]! += joint[c]! * ((c >> skill) & 1 ? ofYes[skill]! : ofNo[skill]!);
      }
      for (let row = from; row < to; row++) {
        const i = item.of[row]!;
        const y = right[row]!;
        let ofAble = 0;
        for (let c = 0; c < PATTERNS; c++) if (able[i * PATTERNS + c]) ofAble += joint[c]!;
        gradient[slipAt + i]! += ofAble * (y === 1 ? ofNo[slipAt + i]! : ofYes[slipAt + i]!);
        gradient[guessAt + i]! += (1 - ofAble) * (y === 1 ? ofYes[guessAt + i]! : ofNo[guessAt + i]!);
      }
      from = to;
    }
    return logDensity;
  };
}

/** The strengths of models that two columns name, a threshold by its logarithm, and verdicts from 1 to 3. */
export function arenaLoop(columns: LoopColumns): HandLoop {
  const left = levelCodes(columns, 'left');
  const right = levelCodes(columns, 'right');
  const verdict = Int32Array.from(loopColumn(columns, 'verdict'));
  return (position, gradient) => {
    const threshold = Math.exp(position[0]!);
    let logDensity = addNormal(position, gradient, 1, position.length, 1);
    // A half-normal with the Jacobian of its logarithm.
    logDensity += Math.LN2 - 0.5 * Math.log(2 * Math.PI) - 0.5 * threshold * threshold + position[0]!;
    let ofThreshold = -threshold;
    for (let row = 0; row < verdict.length; row++) {
      const l = 1 + left.of[row]!;
      const r = 1 + right.of[row]!;
      const gap = position[l]! - position[r]!;
      const above = logistic(gap + threshold);
      const beyond = logistic(gap - threshold);
      let slope: number;
      if (verdict[row] === 1) {
        logDensity -= softplus(gap + threshold);
        slope = -above;
        ofThreshold -= above;
      } else if (verdict[row] === 3) {
        logDensity -= softplus(threshold - gap);
        slope = 1 - beyond;
        ofThreshold -= slope;
      } else {
        logDensity += Math.log(above - beyond);
        slope = 1 - above - beyond;
        ofThreshold += 1 - above + beyond + 2 / Math.expm1(2 * threshold);
      }
      gradient[l]! += slope;
      gradient[r]! -= slope;
    }
    gradient[0] = ofThreshold * threshold + 1;
    return logDensity;
  };
}

/** ability[person] and hard[item], with counts of events at the rate e^(ability − hard). */
export function poissonLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const errors = loopColumn(columns, 'errors');
  const constant = errors.reduce((sum, y) => sum - logFactorial(y), 0);
  return (position, gradient) => {
    let logDensity = constant + addNormal(position, gradient, 0, position.length, 0.7);
    for (let row = 0; row < errors.length; row++) {
      const p = person.of[row]!;
      const i = person.count + item.of[row]!;
      const eta = 1 + position[i]! - position[p]!;
      const rate = Math.exp(eta);
      const y = errors[row]!;
      logDensity += y * eta - rate;
      gradient[i]! += y - rate;
      gradient[p]! -= y - rate;
    }
    return logDensity;
  };
}

/** The same with a negative binomial of dispersion d, by its logarithm, whose shape is r = 1 / d. */
export function negBinomialLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const errors = loopColumn(columns, 'errors');
  const constant = errors.reduce((sum, y) => sum - logFactorial(y), 0);
  const many = errors.reduce((most, y) => Math.max(most, y), 0);
  // ln Γ(y + r) − ln Γ(r) = Σ ln(r + j) for j < y: once per value.
  const rise = new Float64Array(many + 1);
  const slopeOfRise = new Float64Array(many + 1);
  return (position, gradient) => {
    const u = position[0]!;
    const dispersion = Math.exp(u);
    const r = 1 / dispersion;
    let logDensity = constant + addNormal(position, gradient, 1, position.length, 0.7);
    logDensity += Math.LN2 - 0.5 * Math.log(2 * Math.PI) - Math.log(0.5) - 2 * dispersion * dispersion + u;
    for (let y = 0; y < many; y++) {
      rise[y + 1] = rise[y]! + Math.log(r + y);
      slopeOfRise[y + 1] = slopeOfRise[y]! + 1 / (r + y);
    }
    let ofShape = 0;
    for (let row = 0; row < errors.length; row++) {
      const p = 1 + person.of[row]!;
      const i = 1 + person.count + item.of[row]!;
      const eta = 1 + position[i]! - position[p]!;
      const mean = Math.exp(eta);
      const y = errors[row]!;
      const logTotal = Math.log(r + mean);
      logDensity += rise[y]! + y * (eta - logTotal) - r * (logTotal + u);
      const slope = y - ((y + r) * mean) / (r + mean);
      gradient[i]! += slope;
      gradient[p]! -= slope;
      ofShape += slopeOfRise[y]! - (y + r) / (r + mean) - logTotal - u + 1;
    }
    gradient[0] = -4 * dispersion * dispersion + 1 - ofShape * r;
    return logDensity;
  };
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let k = 2; k <= n; k++) sum += Math.log(k);
  return sum;
}

/** ability[person] and long[item], and the spread of logarithms of times by its logarithm. */
export function lognormalLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const logs = loopColumn(columns, 'time').map(Math.log);
  const sumOfLogs = logs.reduce((sum, each) => sum + each, 0);
  return (position, gradient) => {
    const u = position[0]!;
    const spread = Math.exp(u);
    let logDensity = addNormal(position, gradient, 1, position.length, 0.5);
    logDensity += Math.LN2 - 0.5 * Math.log(2 * Math.PI) - 0.5 * spread * spread + u;
    logDensity -= sumOfLogs + logs.length * (0.5 * Math.log(2 * Math.PI) + u);
    let squares = 0;
    for (let row = 0; row < logs.length; row++) {
      const p = 1 + person.of[row]!;
      const i = 1 + person.count + item.of[row]!;
      const z = (logs[row]! - 3 - position[i]! + position[p]!) / spread;
      squares += z * z;
      gradient[i]! += z / spread;
      gradient[p]! -= z / spread;
    }
    gradient[0] = 1 - spread * spread - logs.length + squares;
    return logDensity - 0.5 * squares;
  };
}

/** Times with a Weibull distribution, of which those at their limit are censored: shape by its logarithm, reach[model] is the logarithm of the scale. */
export function censoredLoop(columns: LoopColumns): HandLoop {
  const model = levelCodes(columns, 'model');
  const done = loopColumn(columns, 'done');
  const logs = done.map(Math.log);
  const limit = loopColumn(columns, 'limit');
  return (position, gradient) => {
    const u = position[0]!;
    const shape = Math.exp(u);
    let logDensity = addNormal(position, gradient, 0, 1, 0.3);
    logDensity += addNormal(position, gradient, 1, position.length, 1.5);
    for (let row = 0; row < done.length; row++) {
      const m = 1 + model.of[row]!;
      const z = logs[row]! - position[m]!;
      const hazard = Math.exp(shape * z);
      logDensity -= hazard;
      const isSeen = done[row]! < limit[row]!;
      if (isSeen) logDensity += u + shape * z - logs[row]!;
      const seen = isSeen ? 1 : 0;
      gradient[m]! += shape * (hazard - seen);
      gradient[0]! += seen + shape * z * (seen - hazard);
    }
    return logDensity;
  };
}

/** Times of which some are guesses, exponential, and the others lognormal: lapse as Φ(u), quick and scatter by their logarithms, pace[person]. */
export function guessesLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const time = loopColumn(columns, 'time');
  const logs = time.map(Math.log);
  return (position, gradient) => {
    const [u, v, w] = [position[0]!, position[1]!, position[2]!];
    const { lnP: logLapse, lnComplement: logRest } = normalProbability(u);
    const density = Math.exp(logNormal(u));
    const [ofLapse, ofRest] = [density / Math.exp(logLapse), -density / Math.exp(logRest)];
    const scatter = Math.exp(w);
    let logDensity = addNormal(position, gradient, 1, 2, 1);
    logDensity += addNormal(position, gradient, 2, 3, 0.5);
    logDensity += addNormal(position, gradient, 3, position.length, 1);
    // A beta(2, 6): ln(7!/(1! 5!)) = ln 42.
    logDensity += Math.log(42) + logLapse + 5 * logRest + logNormal(u);
    gradient[0] = ofLapse + 5 * ofRest - u;
    const rate = Math.exp(-v);
    for (let row = 0; row < time.length; row++) {
      const p = 3 + person.of[row]!;
      const z = (logs[row]! - 1 - position[p]!) / scatter;
      const fast = logLapse - v - time[row]! * rate;
      const slow = logRest - 0.5 * z * z - 0.5 * Math.log(2 * Math.PI) - w - logs[row]!;
      const most = Math.max(fast, slow);
      const tail = Math.exp(-Math.abs(fast - slow));
      logDensity += most + Math.log1p(tail);
      const near = 1 / (1 + tail);
      const ofFast = fast > slow ? near : tail * near;
      const ofSlow = 1 - ofFast;
      gradient[0]! += ofFast * ofLapse + ofSlow * ofRest;
      gradient[1]! += ofFast * (time[row]! * rate - 1);
      gradient[2]! += ofSlow * (z * z - 1);
      gradient[p]! += (ofSlow * z) / scatter;
    }
    return logDensity;
  };
}

/**
 * Decisions and their times: acuity[observer] is a drift per coherence; caution, the boundary, and delay by their logarithms, the start is in
 * the middle. The density of Navarro & Fuss (2009), with as many terms of the short or the long series as 1e-10 takes.
 */
export function decisionsLoop(columns: LoopColumns): HandLoop {
  const observer = levelCodes(columns, 'observer');
  const coherence = loopColumn(columns, 'coherence');
  const right = loopColumn(columns, 'right');
  const time = loopColumn(columns, 'time');
  return (position, gradient) => {
    const [u, v] = [position[0]!, position[1]!];
    const boundary = Math.exp(u);
    const delay = Math.exp(v);
    let logDensity = addNormal(position, gradient, 2, position.length, 2);
    const [z0, z1] = [(u - 0.7) / 0.2, (v + 2.3) / 0.2];
    logDensity -= 0.5 * (z0 * z0 + z1 * z1) + Math.log(2 * Math.PI) + 2 * Math.log(0.2);
    gradient[0] = -z0 / 0.2;
    gradient[1] = -z1 / 0.2;
    for (let row = 0; row < time.length; row++) {
      const o = 2 + observer.of[row]!;
      const drift = position[o]! * coherence[row]!;
      const towards = right[row] === 1 ? drift : -drift;
      const elapsed = time[row]! - delay;
      const t = elapsed / (boundary * boundary);
      let sum = 0;
      let ofTime = 0;
      let log: number;
      let slope: number;
      if (t < 0.35) {
        // Σ (w + 2k) exp(−(w + 2k)²/2t), over √(2π t³).
        for (let k = 0; k < 5; k++) {
          for (const at of k === 0 ? [0.5] : [0.5 + 2 * k, 0.5 - 2 * k]) {
            const term = at * Math.exp((-at * at) / (2 * t));
            sum += term;
            ofTime += (term * at * at) / (2 * t * t);
          }
          if (Math.abs(2 * k + 2) ** 2 / (2 * t) > 60) break;
        }
        log = Math.log(sum) - 0.5 * Math.log(2 * Math.PI) - 1.5 * Math.log(t);
        slope = ofTime / sum - 1.5 / t;
      } else {
        // π Σ k exp(−k²π²t/2) sin(kπw), of which every second one is 0.
        let sign = 1;
        for (let k = 1; k < 20; k += 2) {
          const decay = 0.5 * k * k * Math.PI * Math.PI;
          const term = sign * k * Math.exp(-decay * t);
          sum += term;
          ofTime -= decay * term;
          sign = -sign;
          if (decay * t > 60) break;
        }
        log = Math.log(Math.PI * sum);
        slope = ofTime / sum;
      }
      logDensity += log - 2 * u + 0.5 * towards * boundary - 0.5 * drift * drift * elapsed;
      const ofTau = slope / (boundary * boundary) - 0.5 * drift * drift;
      gradient[0]! += -2 - 2 * slope * t + 0.5 * towards * boundary;
      gradient[1]! -= ofTau * delay;
      gradient[o]! += coherence[row]! * ((right[row] === 1 ? 0.5 : -0.5) * boundary - drift * elapsed);
    }
    return logDensity;
  };
}

/** Three abilities of each person with correlations by LKJ(2), and items that need a mixture of them. */
export function correlatedLoop(columns: LoopColumns): HandLoop {
  const person = levelCodes(columns, 'person');
  const item = levelCodes(columns, 'item');
  const right = loopColumn(columns, 'right');
  const draws = [0, 1, 2].map((k) => loopColumn(columns, `draws.${'abc'[k]}`)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [first, second, third] = draws;
  const persons = person.count;
  const [thetaAt, partialAt, hardAt] = [0, 3 * persons, 3 * persons + 3];
  return (position, gradient) => {
    // Partial correlations of b with a, c with a, and c with b given a.
    const slopes = [0, 0, 0];
    const [p, q, r] = slopes.map((_, k) => {
      slopes[k] = 2 * Math.exp(logNormal(position[partialAt + k]!));
      return 2 * Math.exp(normalProbability(position[partialAt + k]!).lnP) - 1;
    }) as [number, number, number];
    const [cp, cq, cr] = [p, q, r].map((each) => 1 - each * each) as [number, number, number];
    const [sp, sq, sr] = [Math.sqrt(cp), Math.sqrt(cq), Math.sqrt(cr)];
    let logDensity = addNormal(position, gradient, hardAt, position.length, 1);
    // Of LKJ(η = 2) each partial correlation is a scaled beta with both parameters η + (3 − 1 − level)/2.
    const logs = [cp, cq, cr].map(Math.log) as [number, number, number];
    logDensity +=
      2 * LOG_BETA_2_5 + LOG_BETA_2 + 1.5 * (logs[0] + logs[1]) + logs[2] + sum(slopes.map(Math.log));
    let [ofP, ofQ, ofR] = [0, 0, 0];
    // The Cholesky factor and the logarithm of its determinant.
    const [l21, l31, l32] = [p, q, r * sq];
    const [l22, l33] = [sp, sq * sr];
    logDensity -= persons * (1.5 * Math.log(2 * Math.PI) + Math.log(l22 * l33));
    let [of21, of22, of31, of32, of33] = [0, 0, 0, 0, 0];
    for (let k = 0; k < persons; k++) {
      const z1 = position[thetaAt + k]!;
      const z2 = (position[thetaAt + persons + k]! - l21 * z1) / l22;
      const z3 = (position[thetaAt + 2 * persons + k]! - l31 * z1 - l32 * z2) / l33;
      logDensity -= 0.5 * (z1 * z1 + z2 * z2 + z3 * z3);
      const g3 = -z3 / l33;
      const g2 = (-z2 - l32 * g3) / l22;
      const g1 = -z1 - l21 * g2 - l31 * g3;
      gradient[thetaAt + k] = g1;
      gradient[thetaAt + persons + k] = g2;
      gradient[thetaAt + 2 * persons + k] = g3;
      of21 -= g2 * z1;
      of22 -= g2 * z2;
      of31 -= g3 * z1;
      of32 -= g3 * z2;
      of33 -= g3 * z3;
    }
    of22 -= persons / l22;
    of33 -= persons / l33;
    ofP += of21 - (of22 * p) / sp;
    ofQ += of31 - (of32 * r * q) / sq - (of33 * sr * q) / sq;
    ofR += of32 * sq - (of33 * sq * r) / sr;
    for (const [k, slope] of [ofP - (3 * p) / cp, ofQ - (3 * q) / cq, ofR - (2 * r) / cr].entries())
      gradient[partialAt + k] = slope * slopes[k]! - position[partialAt + k]!;
    for (let row = 0; row < right.length; row++) {
      const t = thetaAt + person.of[row]!;
      const i = hardAt + item.of[row]!;
      const [a, b, c] = [first[row]!, second[row]!, third[row]!];
      const m = a * position[t]! + b * position[t + persons]! + c * position[t + 2 * persons]! - position[i]!;
      const tail = Math.exp(-Math.abs(m));
      const near = 1 / (1 + tail);
      const passed = right[row] === 1;
      logDensity += Math.min(passed ? m : -m, 0) - Math.log1p(tail);
      const slope = (passed ? 1 : 0) - (m >= 0 ? near : tail * near);
      gradient[t]! += a * slope;
      gradient[t + persons]! += b * slope;
      gradient[t + 2 * persons]! += c * slope;
      gradient[i]! -= slope;
    }
    return logDensity;
  };
}

/** −ln ∫ (1 − x²)^(b − 1) dx from −1 to 1, for b of 2.5 and of 2: the integrals are 3π/8 and 4/3. */
const LOG_BETA_2_5 = -Math.log((3 * Math.PI) / 8);
const LOG_BETA_2 = -Math.log(4 / 3);
