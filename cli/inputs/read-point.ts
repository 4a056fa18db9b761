/**
 * A point given as a JSON file: one number per latent, or for an indexed latent an object with one number per level.
 */
import { examineJson } from '../../files/tables/json-objects.ts';
import { calledName } from '../../module/called-name.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import type { Problem } from '../../module/problem-text.ts';
import { badInput, EXIT, Failure } from '../failure.ts';
import { readText } from './read-file.ts';

const REMEDY = 'Write an object with a number for each latent, such as {"acuity": 0.1, "slip": 0.02}.';

/** The maximum number of levels in a message. */
const LISTED = 10;

/**
 * Reads a point, in the order of a draw.
 *
 * @throws Failure (input) naming each latent or level that is missing, unknown or not a finite number.
 */
export async function readPointFile(path: string, manifest: Manifest, levels: Levels): Promise<Float64Array> {
  const given = parseObject(path, await readText(path, 'point', REMEDY));
  const problems: Problem[] = [];
  const read = (value: unknown, what: string, remedy: string): number => {
    if (value === undefined) problems.push({ message: `${path} gives no value for ${what}.`, remedy });
    else if (typeof value !== 'number' || !Number.isFinite(value)) {
      problems.push({
        message:
          typeof value === 'number'
            ? `${path} gives a number for ${what} that is too large.`
            : `${path} gives ${JSON.stringify(value)} for ${what}, which is not a number.`,
        remedy:
          typeof value === 'number'
            ? 'Give a number that a double can hold.'
            : 'Give a number without quotes.',
      });
    }
    return typeof value === 'number' ? value : Number.NaN;
  };
  const names = manifest.latents.map(({ name }) => name);
  reportUnknown(path, given, names, 'which the layout has no latent called', problems);
  const point = manifest.latents.flatMap(({ name, index }) => {
    const value = given.get(name);
    if (index === undefined)
      return [read(value, `the latent \`${name}\``, `Give one number for each of ${listNames(names)}.`)];
    const ofLevels = levels.get(index)!;
    const some = `${listNames(ofLevels.slice(0, LISTED))}${ofLevels.length > LISTED ? ' and so on' : ''}`;
    const remedy = `Give an object with one number for each level of ${index}: ${some}.`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems.push({
        message: `${path} gives ${value === undefined ? 'no value' : JSON.stringify(value)} for the latent \`${name}\`, which has a value for each level of \`${index}\`.`,
        remedy,
      });
      return ofLevels.map(() => Number.NaN);
    }
    const byLevel = new Map<string, unknown>(Object.entries(value));
    reportUnknown(path, byLevel, ofLevels, `which \`${index}\` has no level called`, problems);
    return ofLevels.map((level) => read(byLevel.get(level), `\`${calledName(name, level)}\``, remedy));
  });
  if (problems.length > 0)
    throw new Failure(EXIT.badInput, problems.slice(0, 5), Math.max(0, problems.length - 5));
  return Float64Array.from(point);
}

function reportUnknown(
  path: string,
  given: ReadonlyMap<string, unknown>,
  known: readonly string[],
  why: string,
  problems: Problem[],
): void {
  for (const name of given.keys()) {
    if (known.includes(name)) continue;
    const isLatent = why.endsWith('latent called');
    problems.push({
      message: `${path} gives a value for \`${name}\`, ${why}.${didYouMean(name, known)}`,
      remedy: isLatent
        ? `Its latents are ${listNames(known)}.`
        : `Its levels are ${listNames(known.slice(0, LISTED))}${known.length > LISTED ? ' and so on' : ''}.`,
    });
  }
}

function parseObject(path: string, text: string): Map<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badInput(`${path} is not JSON: ${(error as Error).message}.`, REMEDY);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badInput(`${path} does not hold a JSON object.`, REMEDY);
  }
  const { twice, excess } = examineJson(text, Object.keys(value).length);
  if (twice !== null)
    throw badInput(`${path} has the key \`${twice}\` twice in one object.`, 'Give each one value.');
  if (excess !== null) throw badInput(`${path} is no point: ${excess}.`, REMEDY);
  return new Map(Object.entries(value));
}
