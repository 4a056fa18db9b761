/**
 * Combines scouts, chains and the ways between them into a survey of the posterior's places. Loaded only if there is
 * more than one place to report.
 */

import type { ChainPool } from './chain-pool.ts';
import { type FindWay, joinChains, joinModes } from './diagnose/join-places.ts';
import { settled } from './diagnose/lost-modes.ts';
import type { ModeSurvey, PlacedMode, Visits } from './diagnose/modes.ts';
import { movingParameters, separatePlaces, valuesAt } from './diagnose/separate-places.ts';
import type { ParameterDraws } from './diagnose/summarise.ts';
import type { FitEvidence } from './diagnose/verdict.ts';
import type { ChainDraws } from './draws.ts';
import { bindInstance } from './instance.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';
import { MAX_VALUES } from './scout.ts';

/** The sampled posterior, and how to evaluate it further. */
export interface Explored {
  readonly pool: ChainPool;
  readonly model: LoadedModule;
  readonly rows: Rows;
  readonly draws: readonly ChainDraws[];
  readonly signal?: AbortSignal;
}

/** The inputs of a survey. */
export interface Surveyed extends Explored {
  /** The modes that scouts found, and which of them chains visited; null if unknown. */
  readonly found: readonly PlacedMode[];
  readonly visits: Visits | null;
  /** Finite. */
  readonly sampled: readonly ParameterDraws[];
}

/**
 * The survey of modes, absent if visits are unknown, and the separate places of the chains, null if there are none;
 * with barriers, except for particles.
 */
export async function surveyPlaces({
  pool,
  model,
  rows,
  draws,
  signal,
  found,
  visits,
  sampled,
}: Surveyed): Promise<Pick<FitEvidence, 'survey' | 'places'>> {
  const findWay: FindWay = async (plan) =>
    (await pool.scout({ loaded: model, ...rows, scouting: plan }, signal))[0]!.way!;
  const modes = found.map(({ mode }) => mode);
  const settling =
    visits === null ? null : await settled({ modes, visits }, sampled, () => bindInstance(model, rows));
  const survey = settling?.survey ?? null;
  const apart = separatePlaces(movingParameters(sampled));
  const ends = draws.flatMap(({ end }) => (end === undefined ? [] : [end]));
  if (ends.length < draws.length || sampled.length > MAX_VALUES)
    return { ...surveyOf(survey), places: apart };
  // Of modes without mass nothing is left where they were weighed against the chains in vain.
  const positions = found.map(({ position }) => position);
  const canJoin = settling !== null && settling.survey.modes.length === positions.length;
  const joined = canJoin ? await joinModes(settling, { positions, ends, findWay }) : survey;
  const valuesOf = (chains: readonly number[]) => valuesAt(chains, sampled);
  const places = apart === null ? null : await joinChains(apart, ends, findWay, valuesOf);
  return { ...surveyOf(joined), places };
}

function surveyOf(survey: ModeSurvey | null): Pick<FitEvidence, 'survey'> {
  return survey === null ? {} : { survey };
}
