/** Findings about separate places: places in which chains stay, and places that scouts found but no chain visited. */

import type { Finding } from './finding.ts';
import type { Mode, ModeSurvey } from './modes.ts';
import { moreParticles } from './particle-findings.ts';
import { type SeparatePlace, type SeparatePlaces, valuesAt } from './separate-places.ts';
import type { ParameterDraws, SamplerSummary } from './summarise.ts';
import {
  MINOR_MODE_SCOUTS,
  NEGLIGIBLE_SHARE,
  SEPARATE_BARRIER,
  UNVISITED_SHARE_FATAL,
  WHOLE_SHARE,
} from './thresholds.ts';
import { chainsListed, listedNames, quoted, sentence, threeDigits } from './wording.ts';

/** A parameter distinguishes two places if they are further apart in it than this, in sds. */
const APART = 3;

/**
 * Chains that stay in different places, with the mass of each place according to scouts, and places with mass where no
 * chain was.
 *
 * @param drawnAlong parameters on which the chains disagree without their places lying apart
 */
export function placesFinding(
  { parameters: telling, places }: SeparatePlaces,
  drawnAlong: readonly string[],
  sampler: SamplerSummary,
  survey: ModeSurvey | null,
): Finding {
  const unvisited = survey === null ? [] : unvisitedPlaces(survey);
  const weighed = survey === null ? places : weigh(places, survey);
  const all = [...weighed, ...unvisited];
  if (all.every(({ share }) => share !== undefined)) all.sort((a, b) => b.share! - a.share!);
  const parameters = [...new Set([...telling, ...drawnAlong])];
  return {
    kind: 'separate-places',
    weight: 'fatal',
    parameters,
    places: all,
    message: [
      `The chains found ${places.length} separate places and did not leave them: means and sds over all chains describe none of them.`,
      ...all.map((place) => described(place, parameters)),
      ...barriers(all),
      ...approximation(all),
    ].join(' '),
    remedy: remedy(all, sampler),
  };
}

/**
 * Places with mass that scouts found and no chain visited, if the chains themselves stay in one place; none or one
 * finding.
 */
export function unvisitedFinding(
  survey: ModeSurvey,
  draws: readonly ParameterDraws[],
  sampler: SamplerSummary,
): Finding[] {
  const unvisited = unvisitedPlaces(survey);
  // Particles passed such places on their way from the prior, and left them because they have too little mass.
  if (unvisited.length === 0)
    return sampler.particles === undefined ? minorModes(survey, draws, sampler) : [];
  const chains = Array.from({ length: sampler.chains }, (_, index) => index + 1);
  const share = 1 - unvisited.reduce((sum, place) => sum + place.share!, 0);
  const explored: SeparatePlace = { chains, values: valuesAt(chains, draws), share };
  const places = [explored, ...unvisited].sort((a, b) => b.share! - a.share!);
  const parameters = tellingApart(explored, unvisited);
  return [
    {
      kind: 'separate-places',
      weight: 'fatal',
      parameters,
      places,
      message: [
        `Searches from random starts found ${unvisited.length === 1 ? 'a place' : `${unvisited.length} places`} that no chain visited: the summaries leave out ${percent(1 - share)} of the posterior.`,
        ...places.map((place) => described(place, parameters)),
        ...barriers(unvisited),
        ...approximation(places),
      ].join(' '),
      remedy: remedy(places, sampler),
    },
  ];
}

/**
 * Places with little mass that no chain visited. They hardly change the summaries. But a chain that begins there stays
 * there, so another run, or another sampler, may disagree with this one. If they hold too little mass to change any
 * number, they are a note, and are reported only if several scouts ended in one: a single scout says little about where
 * chains would end.
 */
function minorModes(
  survey: ModeSurvey,
  draws: readonly ParameterDraws[],
  sampler: SamplerSummary,
): Finding[] {
  const others = survey.modes.filter((_, index) => survey.visits[index] === null);
  const isNegligible = others.reduce((sum, mode) => sum + mode.share, 0) < NEGLIGIBLE_SHARE;
  const minor = placesOf(
    survey,
    isNegligible ? others.filter(({ scouts }) => scouts >= MINOR_MODE_SCOUTS) : mattering(others),
  );
  if (minor.length === 0) return [];
  const chains = Array.from({ length: sampler.chains }, (_, index) => index + 1);
  const share = 1 - minor.reduce((sum, place) => sum + place.share!, 0);
  const explored: SeparatePlace = { chains, values: valuesAt(chains, draws), share };
  const places = [explored, ...minor];
  const parameters = tellingApart(explored, minor);
  return [
    {
      kind: isNegligible ? 'negligible-mode' : 'minor-mode',
      weight: isNegligible ? 'note' : 'caution',
      parameters,
      places,
      message: [
        isNegligible
          ? `Searches from random starts ended in ${minor.length === 1 ? 'another maximum' : `${minor.length} other maxima`} of the density, where no chain was: with less than ${100 * NEGLIGIBLE_SHARE} % of the mass ${minor.length === 1 ? 'it changes' : 'they change'} no number.`
          : `The posterior has ${places.length} separate modes, and all chains stayed in the one that holds nearly all of the mass: the summaries describe that one.`,
        ...places.map((place) => described(place, parameters)),
        ...barriers(minor),
        ...approximation(places),
      ].join(' '),
      remedy: `${
        isNegligible
          ? 'Nothing need be done. Where a barrier lies between'
          : 'Report that there is another mode'
      }${isNegligible ? ',' : ':'} a chain that begins there stays there, so that other seeds and samplers may show R-hat far above 1. Where you know that the other reading is true, say so in the priors of these parameters. \`method: "smc"\` weighs the modes without that approximation.`,
    },
  ];
}

/** None if all of them together hold too little mass to matter. */
function unvisitedPlaces(survey: ModeSurvey): SeparatePlace[] {
  const unvisited = survey.modes.filter((_, index) => survey.visits[index] === null);
  const share = unvisited.reduce((sum, mode) => sum + mode.share, 0);
  return share < UNVISITED_SHARE_FATAL ? [] : placesOf(survey, mattering(unvisited));
}

/** Those that make up nearly all of their mass. */
function mattering(modes: readonly Mode[]): readonly Mode[] {
  const most = Math.max(...modes.map(({ share }) => share));
  return modes.filter(({ share }) => share >= UNVISITED_SHARE_FATAL * most);
}

/** The positions of some of the survey's modes, with the barriers that were searched. */
function placesOf({ modes, barriers: ofModes }: ModeSurvey, some: readonly Mode[]): SeparatePlace[] {
  return some.map((mode) => {
    const { values, share } = mode;
    const barrier = ofModes?.[modes.indexOf(mode)] ?? null;
    if (barrier === null) return { chains: [], values, share };
    return { chains: [], values, share, barrier: Number.isFinite(barrier) ? barrier : null };
  });
}

/** The share of the mass of each chain's place: that of the mode among the chain's draws. If one place has no mode, no share is known. */
function weigh(places: readonly SeparatePlace[], { modes, visits }: ModeSurvey): readonly SeparatePlace[] {
  const shares = places.map(({ chains }) =>
    modes.filter((_, index) => visits[index] !== null && chains.includes(visits[index]! + 1)),
  );
  if (shares.some((found) => found.length === 0)) return places;
  return places.map((place, index) => ({
    ...place,
    share: shares[index]!.reduce((sum, mode) => sum + mode.share, 0),
  }));
}

/** The parameters in which the places differ from what the chains explored, the clearest first. */
function tellingApart(explored: SeparatePlace, others: readonly SeparatePlace[]): string[] {
  const apart = (name: string) => {
    const { mean, sd } = explored.values[name]!;
    return Math.max(
      ...others.map(({ values }) => Math.abs(values[name]!.mean - mean) / Math.hypot(sd, values[name]!.sd)),
    );
  };
  // The draws have reports too, which a maximum has not.
  const ordered = Object.keys(explored.values)
    .filter((name) => others.every(({ values }) => values[name] !== undefined))
    .sort((a, b) => apart(b) - apart(a));
  // Places may differ only in a combination of parameters.
  const clear = ordered.filter((name) => apart(name) > APART);
  return clear.length > 0 ? clear : ordered.slice(0, 2);
}

function described({ chains, values, share }: SeparatePlace, parameters: readonly string[]): string {
  const who = chains.length === 0 ? 'no chain' : chainsListed(chains);
  const mass = share === undefined ? '' : ` (${percent(share)} of the mass)`;
  const where = parameters.map((name) => {
    const { mean, sd } = values[name]!;
    return `${quoted(name)} ${threeDigits(mean)} (sd ${threeDigits(sd)})`;
  });
  return `${sentence(who)}${mass}: ${listedNames(where)}.`;
}

/** Describes the ways between places that were searched. */
function barriers(places: readonly SeparatePlace[]): string[] {
  const known = places.flatMap(({ barrier }) => (barrier === undefined ? [] : [barrier]));
  if (known.length === 0) return [];
  const heights = known.flatMap((barrier) => (barrier === null ? [] : [barrier]));
  if (heights.length === 0) return ['On every path tried between them the density becomes 0.'];
  const least = Math.min(...heights);
  if (least < SEPARATE_BARRIER)
    return ['Between them no barrier was found: chains could have gone there, and did not.'];
  return [
    `On the best path found between them the log density falls by ${threeDigits(least)}: few trajectories have the energy for it.`,
  ];
}

function approximation(places: readonly SeparatePlace[]): string[] {
  return places.some(({ share }) => share !== undefined)
    ? ["Shares of the mass are Laplace's approximation."]
    : [];
}

function percent(share: number): string {
  if (share < NEGLIGIBLE_SHARE) return `less than ${100 * NEGLIGIBLE_SHARE} %`;
  if (share > 1 - NEGLIGIBLE_SHARE) return `more than ${100 * (1 - NEGLIGIBLE_SHARE)} %`;
  return `about ${Number((100 * share).toPrecision(2))} %`;
}

function remedy(places: readonly SeparatePlace[], { chains, draws, particles }: SamplerSummary): string {
  if (particles !== undefined) {
    return `Take more particles, so that some of them find each place on the way from the prior: ${moreParticles({ draws })}.`;
  }
  const [first] = places;
  if (first!.share !== undefined && first!.share >= WHOLE_SHARE) {
    return first!.chains.length === 0
      ? `Nearly all of the posterior lies where no chain was: run again with another \`seed\`, or with \`chains: ${2 * chains}\`, until the chains find it; or with \`method: "smc"\`, whose particles spread over all of the prior before they look for the posterior.`
      : 'Nearly all of the posterior lies in the first of these places, and the chains elsewhere are stuck: run again with another `seed`, until all chains are there, or with `method: "smc"`, whose particles do not depend on where a chain starts.';
  }
  return [
    'The data allow more than one reading of this subject, and more draws will not choose between them.',
    '`method: "smc"` weighs the readings against each other, by sequential Monte Carlo.',
    'If one reading cannot be true, exclude it by the priors of these parameters; otherwise add rows whose demands distinguish the readings.',
    `\`chains: ${2 * chains}\` shows whether there are further places; how many chains end in one does not say how probable it is.`,
  ].join(' ');
}
