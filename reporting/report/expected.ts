/** What a fit expects of the rows that it was fitted to, in the groups that a report speaks of. */

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
import type { ExpectedFactor, ExpectedRate, ExpectedRows, ExpectedSubject, ReportFit } from './subjects.ts';
import { subjectsOfFit } from './subjects.ts';

/** Levels of a demand that a table of the report has at most. */
const MAX_LEVELS = 10;
/** Into how many levels rows are divided at first, and then into more while frequent values leave few of them. */
const DIVISIONS = [6, 8, 12, 16, 24, 32, 48] as const;
/** Once a demand has this many levels, its rows are not divided further. */
const ENOUGH_LEVELS = 5;

/** About how many draws expectations are made of: enough to estimate a probability of 99.9 %. */
const DRAWS = 1000;

/** A fit and its rows. */
export interface RowsOfFit {
  readonly loaded: LoadedModule;
  readonly fit: Posterior & Pick<ReportFit, 'summary'>;
  /** By the names of the layout, categories by the numbers of the fit's levels. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** What the table is called. */
  readonly table: string;
}

/** @throws HostError as `predict` does */
export async function expectRows({ loaded, fit, columns, table }: RowsOfFit): Promise<ExpectedRows> {
  const { manifest, levels } = fit;
  const { length: rows } = [...columns.values()][0]!;
  const byDemand = manifest.columns
    .filter(({ role }) => role === 'demand')
    .map(({ name }) => ({ name, levels: levelsOf(columns.get(name)!) }));
  const groups: number[][] = [];
  const subjects = subjectsOfFit(fit).map(({ category, level }) => {
    const own = rowsOf(columns, levels, rows, category, level);
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
  const draws = fit.draws.reduce((sum, { latents }) => sum + (latents[0]?.length ?? 0), 0);
  const means = await meansOfRows(loaded, fit, named(manifest, columns, levels), {
    groups,
    derived: factors.map(({ place }) => place),
    every: Math.max(1, Math.floor(draws / DRAWS)),
  });
  const rates = (group: number, among: readonly number[]) =>
    Object.fromEntries(
      Object.entries(means.outcomes).map(([outcome, ofGroups]): [string, ExpectedRate] => [
        outcome,
        { ...observedMean(columns.get(outcome), among), draws: ofGroups[group]! },
      ]),
    );
  return {
    table,
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
                draws: means.derived[index]![overall]!,
              })),
      }),
    ),
  };
}

/** Where most rows have one value, such as no blur, the others are divided all the same. */
function levelsOf(values: Float64Array): readonly DemandLevel[] {
  let found = levelsOfDemand(values, DIVISIONS[0]);
  for (const division of DIVISIONS.slice(1)) {
    if (found.length >= ENOUGH_LEVELS) break;
    const finer = levelsOfDemand(values, division);
    if (finer.length > MAX_LEVELS) break;
    found = finer;
  }
  return found;
}

function edgesOf({ lower, upper }: DemandLevel) {
  return { lower, upper };
}

/** All rows for a fit as a whole, those of its level for a level. */
function rowsOf(
  columns: ReadonlyMap<string, Float64Array>,
  levels: Levels,
  rows: number,
  category: string | null,
  level: string | null,
): number[] {
  const all = Array.from({ length: rows }, (_, row) => row);
  if (category === null || level === null) return all;
  const number = levels.get(category)!.indexOf(level);
  const codes = columns.get(category)!;
  return all.filter((row) => codes[row] === number);
}

/**
 * The factors of the first outcome that is a conjunction which are none themselves. An expression around others, such as the `downscale` of a
 * conjunction, is what remains beside them, and is left out.
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

/** Categories by the names of their levels, and no outcomes: these are predicted. */
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
 * The demands that a factor reads, itself or by the `let`s that it names, in the order of the layout; none where the text is not known.
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

/** The text of each `let`'s expression, by its name. */
function letTexts(text: string): ReadonlyMap<string, string> {
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
