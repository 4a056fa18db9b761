/** The outcomes that a fit expects in the rows it was fitted to, by subject and level of demand. */

import { type DemandLevel, levelsOfDemand } from '../../analysis/evaluate/scores/success-by-level.ts';
import { highlight } from '../../grammar/highlight.ts';
import { parse } from '../../grammar/parse.ts';
import type { LoadedModule } from '../../host/load.ts';
import type { Posterior } from '../../host/posterior.ts';
import { factorsBelow } from '../../host/predict/explain.ts';
import { meansOfRows } from '../../host/predict/mean-of-rows.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { mean } from '../../statistics/moments.ts';
import type { ExpectedFactor, ExpectedRate, ExpectedRows, ExpectedSubject } from './subjects.ts';
import { subjectsOfFit } from './subjects.ts';

/** Maximum number of levels of a demand in a table. */
const MAX_LEVELS = 15;
/** Numbers of levels to try in turn: frequent values can leave fewer levels than asked for. */
const DIVISIONS = [6, 8, 12, 16, 24, 32, 48] as const;
/** With this many levels, a finer division is not tried. */
const SUFFICIENT_LEVELS = 5;

/** Approximate number of draws used: enough to estimate a probability of 99.9 %; of many fits, one of 99 %. */
const DRAWS = { ofFew: 1000, ofMany: 500 } as const;
const MANY_FITS = 30;

/** A fit and its rows. */
export interface RowsOfFit {
  readonly loaded: LoadedModule;
  readonly fit: Pick<
    Posterior,
    'manifest' | 'parameters' | 'levels' | 'draws' | 'statistics' | 'layoutText'
  > & {
    readonly summary: { readonly parameters: Readonly<Record<string, unknown>> };
  };
  /** By the layout's names; categories as level numbers of the fit. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** The name of the table. */
  readonly table: string;
  /** The number of fits of the report. */
  readonly fits: number;
}

/** Computes the expected and observed outcomes by subject and level of demand. @throws HostError as `predict` does */
export async function expectRows({ loaded, fit, columns, table, fits }: RowsOfFit): Promise<ExpectedRows> {
  const { manifest, levels } = fit;
  const { length: rows } = [...columns.values()][0]!;
  const byDemand = manifest.columns
    .filter(({ role }) => role === 'demand')
    .map(({ name }) => ({ name, levels: levelsOf(columns.get(name)!) }));
  const groups: number[][] = [];
  const subjects = subjectsOfFit(fit).map(({ category, level }) => {
    const own = rowsOf(manifest, { columns, levels }, rows, category, level);
    const has = new Set(own);
    const add = (among: readonly number[]) => groups.push([...among]) - 1;
    return {
      rows: own,
      overall: own.length === 0 ? null : add(own),
      demands: byDemand.map(({ name, levels: all }) => ({
        name,
        levels: all.flatMap((each) => {
          const among = each.rows.filter((row) => has.has(row));
          return among.length === 0 ? [] : [{ level: each, rows: among, group: add(among) }];
        }),
      })),
    };
  });
  const factors = leafFactors(manifest, fit.layoutText);
  const wholes = subjects.flatMap(({ overall }) => (overall === null ? [] : [overall]));
  const draws = fit.draws.reduce((sum, { latents }) => sum + (latents[0]?.length ?? 0), 0);
  const fittedRows = { columns: manifest.columns.map(({ name }) => columns.get(name)!) };
  const means = await meansOfRows(loaded, { ...fit, fittedRows }, named(manifest, columns, levels), {
    groups,
    derived: factors.map(({ place }) => place),
    derivedOver: wholes,
    every: Math.max(1, Math.floor(draws / (fits > MANY_FITS ? DRAWS.ofMany : DRAWS.ofFew))),
  });
  // The mean of what was recorded is not one of the values: those are cut off, and what is expected is not.
  const isCensored = (outcome: string) =>
    manifest.columns.find(({ name }) => name === outcome)!.censored !== undefined;
  const rates = (group: number, among: readonly number[]) =>
    Object.fromEntries(
      Object.entries(means.outcomes).map(([outcome, ofGroups]): [string, ExpectedRate] => [
        outcome,
        {
          ...observedMean(isCensored(outcome) ? undefined : columns.get(outcome), among),
          draws: ofGroups[group]!,
        },
      ]),
    );
  return {
    ...{ table, columns },
    subjects: subjects.map(
      ({ rows: own, overall, demands }): ExpectedSubject => ({
        rows: own.length,
        overall: overall === null ? {} : rates(overall, own),
        demands: Object.fromEntries(
          demands.map(({ name, levels: all }) => [
            name,
            all.map(({ level, rows: among, group }) => ({
              ...edgesOf(level),
              mean: mean(among.map((row) => columns.get(name)![row]!)),
              rows: among.length,
              rates: rates(group, among),
            })),
          ]),
        ),
        factors:
          overall === null
            ? []
            : factors.map(({ place: _, ...factor }, index) => ({
                ...factor,
                draws: means.derived[index]![wholes.indexOf(overall)]!,
              })),
      }),
    ),
  };
}

/** If most rows have one value, such as no blur, the others are still divided. */
function levelsOf(values: Float64Array): readonly DemandLevel[] {
  let found = levelsOfDemand(values, DIVISIONS[0]);
  for (const division of DIVISIONS.slice(1)) {
    if (found.length >= SUFFICIENT_LEVELS) break;
    const finer = levelsOfDemand(values, division);
    if (finer.length > MAX_LEVELS) break;
    found = finer;
  }
  return found;
}

function edgesOf({ lower, upper }: DemandLevel) {
  return { lower, upper };
}

/** All rows for a subject that is a whole fit; otherwise those that name its level, in any of its category's columns. */
function rowsOf(
  manifest: Manifest,
  { columns, levels }: { readonly columns: ReadonlyMap<string, Float64Array>; readonly levels: Levels },
  rows: number,
  category: string | null,
  level: string | null,
): number[] {
  const all = Array.from({ length: rows }, (_, row) => row);
  if (category === null || level === null) return all;
  const number = levels.get(category)!.indexOf(level);
  const own = manifest.columns.filter((each) => (each.category ?? each.name) === category);
  const codes = own.map(({ name }) => columns.get(name)!);
  return all.filter((row) => codes.some((column) => column[row] === number));
}

/**
 * The factors of the first outcome that is a conjunction, without those that are conjunctions themselves. An expression
 * around other factors, such as `downscale` of a conjunction, is left out too.
 */
function leafFactors(manifest: Manifest, layoutText: string | undefined): LeafFactor[] {
  for (const { name, role } of manifest.columns) {
    const places = role === 'outcome' ? factorsBelow(manifest, name) : null;
    if (places === null) continue;
    const named = new Set(places.map((place) => manifest.derived[place]!.name));
    return places
      .filter((place) => manifest.derived[place]!.factors === undefined)
      .map((place) => ({ ...manifest.derived[place]!, place }))
      .filter((factor) => factor.isNamed || !namesInFactor(factor.name).some((each) => named.has(each)))
      .map(({ name: factor, isNamed, place }) => ({
        name: factor,
        isNamed,
        place,
        demands: demandsOfFactor(layoutText, factor, manifest.columns).map((demand) => demand.name),
      }));
  }
  return [];
}

interface LeafFactor extends Omit<ExpectedFactor, 'draws'> {
  readonly place: number;
}

/** The columns in the form that predictions take: categories by level name. */
function named(manifest: Manifest, columns: ReadonlyMap<string, Float64Array>, levels: Levels) {
  return new Map(
    manifest.columns.map(({ name, role }) => {
      const values = columns.get(name)!;
      return [name, role === 'category' ? Array.from(values, (code) => levels.get(name)![code]!) : values];
    }),
  );
}

function observedMean(outcome: Float64Array | undefined, rows: readonly number[]) {
  const seen = rows.map((row) => outcome?.[row] ?? Number.NaN).filter((value) => !Number.isNaN(value));
  return { observed: seen.length === 0 ? null : mean(seen), seen: seen.length };
}

/**
 * The demands that a factor reads, directly or through `let`s, in the order of the layout; empty if the text of the
 * layout is not known.
 *
 * @param factor the name of a `let`, or the text of an expression
 */
export function demandsOfFactor(
  layoutText: string | undefined,
  factor: string,
  columns: readonly ManifestColumn[],
): ManifestColumn[] {
  if (layoutText === undefined) return [];
  const lets = letTexts(layoutText);
  const seen = new Set<string>();
  const follow = (text: string): void => {
    for (const name of namesInFactor(text)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const inner = lets.get(name);
      if (inner !== undefined) follow(inner);
    }
  };
  follow(factor);
  return columns.filter(({ name, role }) => role === 'demand' && seen.has(name));
}

/** The names in an expression. */
function namesInFactor(text: string): string[] {
  return highlight(text)
    .filter(({ kind }) => kind === 'name')
    .map((piece) => piece.text);
}

/** The last layout whose `let`s were asked for: fits of a report share one, and each has many factors. */
let lastLets: { readonly text: string; readonly lets: ReadonlyMap<string, string> } | null = null;

/** The text of each `let`'s expression, by its name. */
function letTexts(text: string): ReadonlyMap<string, string> {
  if (lastLets?.text !== text) lastLets = { text, lets: readLets(text) };
  return lastLets.lets;
}

function readLets(text: string): ReadonlyMap<string, string> {
  const { layout } = parse({ name: 'layout.ml', text });
  return new Map(
    (layout?.declarations ?? []).flatMap((declaration) =>
      declaration.kind === 'let'
        ? [
            [
              declaration.name.text,
              text.slice(declaration.value.span.start, declaration.value.span.end),
            ] as const,
          ]
        : [],
    ),
  );
}
