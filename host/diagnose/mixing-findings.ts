/** Findings about the draws: whether the chains moved, agree, and contain enough information. */

import { allFinite, isConstant } from '../../statistics/chains.ts';
import type { Finding } from './finding.ts';
import type { ModeSurvey } from './modes.ts';
import { otherWay, type Parametrised } from './parametrisations.ts';
import { moreParticles } from './particle-findings.ts';
import { placesFinding, unvisitedFinding } from './places-finding.ts';
import type { Ridge } from './ridges.ts';
import { type SeparatePlaces, separatePlaces } from './separate-places.ts';
import type { ParameterDraws, ParameterSummary, SamplerSummary } from './summarise.ts';
import {
  EFFECTIVE_DRAWS_CAUTION,
  EFFECTIVE_DRAWS_FATAL,
  LEAST_DRAWS,
  R_HAT_CAUTION,
  R_HAT_FATAL,
  UNVISITED_SHARE_FATAL,
} from './thresholds.ts';
import { chainsListed, listedNames, quoted, rHatText, roundedUp, sentence } from './wording.ts';

/**
 * The findings about the draws. Each parameter is in at most one of them. A finding that makes later diagnostics
 * meaningless comes first. `survey` is null if no scouts were sent or nothing follows from them. `either` are the
 * latents that can be sampled centred and noncentred. `joined` are the chains' separate places if barriers between them
 * were searched. `ridge` finds latents that stand in for one another; it is called only if chains are slow.
 */
export function mixingFindings(
  parameters: Readonly<Record<string, ParameterSummary>>,
  sampler: SamplerSummary,
  draws: readonly ParameterDraws[],
  survey: ModeSurvey | null,
  either: readonly Parametrised[] = [],
  joined?: SeparatePlaces | null,
  ridge: () => Ridge | null = () => null,
): Finding[] {
  if (sampler.draws < LEAST_DRAWS) {
    return [tooShort(sampler)];
  }
  const notFinite = draws.filter(({ chains }) => !allFinite(chains));
  const finite = draws.filter(({ chains }) => allFinite(chains));
  const stuck = finite.filter(({ name, chains }) => chains.some(isConstant) || !isJudged(parameters[name]!));
  const moving = finite.filter((parameter) => !stuck.includes(parameter));
  const places = joined === undefined ? separatePlaces(moving) : joined;
  const judged = moving.map(({ name }) => judge(name, parameters[name]!));
  const disagreeing = judged.filter(({ rHat }) => rHat > R_HAT_CAUTION).sort((a, b) => b.rHat - a.rHat);
  const uninformed = judged
    .filter(({ rHat, ess }) => rHat <= R_HAT_CAUTION && ess < EFFECTIVE_DRAWS_CAUTION * sampler.chains)
    .sort((a, b) => a.ess - b.ess);
  const unmoved = [
    ...(notFinite.length > 0 ? [notFiniteFinding(notFinite)] : []),
    ...(stuck.length > 0 ? [stuckFinding(stuck, sampler)] : []),
  ];
  const line = disagreeing.length + uninformed.length > 0 ? ridge() : null;
  // Chains in separate places disagree and have few effective draws, so these are not further findings. Chains on one line
  // only seem to be in separate places.
  if (places !== null && line === null) {
    const drawnAlong = disagreeing.filter(({ rHat }) => rHat > R_HAT_FATAL).map(({ name }) => name);
    return [...unmoved, placesFinding(places, drawnAlong, sampler, survey)];
  }
  const found = [
    ...unmoved,
    ...(survey === null ? [] : unvisitedFinding(survey, draws, sampler)),
    ...(disagreeing.length > 0 ? [disagreement(disagreeing, sampler, severalModes(survey))] : []),
    ...(uninformed.length > 0 ? [fewEffectiveDraws(uninformed, sampler)] : []),
  ];
  return found.map((finding) => {
    if (!isSlow(finding)) return finding;
    // A longer run would wander along the same line.
    const remedy = line === null ? finding.remedy : remedyOf(line);
    return { ...finding, remedy: remedy + otherWay(either, finding.parameters) };
  });
}

function remedyOf({ message, remedy }: Ridge): string {
  return `${message} ${remedy}`;
}

/** Whether the parametrisation of latents may be the cause: slow chains agree late, and contain little information. */
function isSlow({ kind }: Finding): boolean {
  return kind === 'disagreement' || kind === 'few-effective-draws';
}

/** The smaller of the two ESS, because the worse one decides. */
interface Judged {
  readonly name: string;
  readonly rHat: number;
  readonly ess: number;
}

function isJudged({ rhat, essBulk, essTail }: ParameterSummary): boolean {
  return rhat !== null && essBulk !== null && essTail !== null;
}

/** For a parameter that `isJudged`. */
function judge(name: string, { rhat, essBulk, essTail }: ParameterSummary): Judged {
  return { name, rHat: rhat!, ess: Math.min(essBulk!, essTail!) };
}

function tooShort({ draws, particles }: SamplerSummary): Finding {
  return {
    kind: 'too-short',
    weight: 'fatal',
    parameters: [],
    message:
      particles === undefined
        ? `Chains of ${draws} ${draws === 1 ? 'draw' : 'draws'} cannot be judged.`
        : `Runs of ${draws} particles cannot be judged.`,
    remedy: 'Take more: `draws: 1000`.',
  };
}

function notFiniteFinding(concerned: readonly ParameterDraws[]): Finding {
  const names = concerned.map(({ name }) => name);
  return {
    kind: 'not-finite',
    weight: 'fatal',
    parameters: names,
    message: `Draws of ${listedNames(names.map(quoted))} are infinite or not numbers.`,
    remedy: 'Give these parameters a prior with bounds, or one with lighter tails.',
  };
}

function stuckFinding(concerned: readonly ParameterDraws[], sampler: SamplerSummary): Finding {
  const names = concerned.map(({ name }) => name);
  const still = new Set(
    concerned.flatMap(({ chains }) =>
      chains.flatMap((chain, index) => (isConstant(chain) ? [index + 1] : [])),
    ),
  );
  const subject = listedNames(names.map(quoted));
  const ordered = [...still].sort((a, b) => a - b);
  return {
    kind: 'stuck',
    weight: 'fatal',
    parameters: names,
    message:
      still.size > 0
        ? `${sentence(chainsListed(ordered))} never moved in ${subject}: every draw there is the same number.`
        : `The draws of ${subject} take too few different values to be judged.`,
    remedy: `Give the sampler smaller steps and more ${sampler.particles === undefined ? 'time to adapt' : 'particles'}, with \`targetAccept: 0.95, ${sampler.particles === undefined ? `warmup: ${longer(sampler.warmup)}` : `draws: ${longer(sampler.draws)}`}\`, and check that the priors leave these parameters room.`,
  };
}

/** Whether scouts found several modes with mass. */
function severalModes(survey: ModeSurvey | null): boolean {
  return survey !== null && survey.modes.filter(({ share }) => share >= UNVISITED_SHARE_FATAL).length > 1;
}

function disagreement(concerned: readonly Judged[], sampler: SamplerSummary, amongModes: boolean): Finding {
  const fatal = concerned[0]!.rHat > R_HAT_FATAL;
  const subject = listedNames(concerned.map(({ name, rHat }) => `${quoted(name)} (R-hat ${rHatText(rHat)})`));
  const { warmup, draws } = sampler;
  const isChain = sampler.particles === undefined;
  const who = isChain ? 'chains' : 'runs';
  const longerRun = isChain
    ? `Run longer: \`warmup: ${longer(warmup)}, draws: ${longer(draws)}\`.`
    : `Take more particles: ${moreParticles(sampler)}.`;
  const modes =
    isChain && amongModes
      ? ' The posterior has several modes, between which chains rarely move: `method: "smc"` weighs them.'
      : '';
  return {
    kind: 'disagreement',
    weight: fatal ? 'fatal' : 'caution',
    parameters: concerned.map(({ name }) => name),
    message: fatal
      ? `The ${who} disagree on ${subject}, so their summaries depend on where the ${who} started; ${who} that agree have an R-hat of at most ${R_HAT_CAUTION}, and above ${R_HAT_FATAL} the numbers must not be used.`
      : `The ${who} do not quite agree on ${subject}; ${who} that agree have an R-hat of at most ${R_HAT_CAUTION}. Up to ${R_HAT_FATAL} the numbers may be used with care.`,
    remedy: fatal
      ? `${longerRun} If R-hat stays high, the data do not distinguish these parameters: narrow their priors, or add rows whose demands differ more.${modes}`
      : `${longerRun}${modes}`,
  };
}

function fewEffectiveDraws(
  concerned: readonly Judged[],
  { chains, draws, particles }: SamplerSummary,
): Finding {
  const least = concerned[0]!.ess;
  const wanted = EFFECTIVE_DRAWS_CAUTION * chains;
  const fatal = least < EFFECTIVE_DRAWS_FATAL * chains;
  const subject = listedNames(concerned.map(({ name, ess }) => `${quoted(name)} (ESS ${Math.floor(ess)})`));
  return {
    kind: 'few-effective-draws',
    weight: fatal ? 'fatal' : 'caution',
    parameters: concerned.map(({ name }) => name),
    message: `${particles === undefined ? 'Successive draws' : 'Particles'} are so alike that they say little about ${subject}; ${wanted} effective draws are needed for ${counted(chains, particles === undefined ? 'chain' : 'run')}${
      fatal
        ? `, and with fewer than ${EFFECTIVE_DRAWS_FATAL * chains} the numbers must not be used.`
        : `. Down to ${EFFECTIVE_DRAWS_FATAL * chains} the numbers may be used with care.`
    }`,
    remedy: `Take more ${particles === undefined ? 'draws' : 'particles'}: \`draws: ${roundedUp(Math.max(longer(draws), (1.2 * draws * wanted) / least))}\`.`,
  };
}

function counted(count: number, what: string): string {
  return count === 1 ? `a ${what}` : `${count} ${what}s`;
}

/** Twice the length, and at least the usual length. */
function longer(transitions: number): number {
  return Math.max(2 * transitions, 1000);
}
