/** A point given as a JSON file: one number for each latent. */
import type { Manifest } from '../host/manifest.ts';
import { didYouMean } from './did-you-mean.ts';
import { badInput, EXIT, Failure, type Problem } from './failure.ts';
import { listNames } from './list-names.ts';
import { readBytes } from './read-file.ts';

/**
 * Reads a point, in the manifest's order of latents.
 *
 * @throws Failure (input) naming each latent that is missing, unknown or not a finite number.
 */
export async function readPoint(path: string, manifest: Manifest): Promise<Float64Array> {
  const names = manifest.latents.map(({ name }) => name);
  const given = parseObject(path, new TextDecoder().decode(await readBytes(path, 'point')));
  const problems: Problem[] = [];
  for (const name of given.keys()) {
    if (names.includes(name)) continue;
    problems.push({
      message: `${path} gives a value for \`${name}\`, which the layout has no latent called.${didYouMean(name, names)}`,
      remedy: `Its latents are ${listNames(names)}.`,
    });
  }
  const point = names.map((name) => {
    const value = given.get(name);
    if (value === undefined) {
      problems.push({
        message: `${path} gives no value for the latent \`${name}\`.`,
        remedy: `Give one number for each of ${listNames(names)}.`,
      });
    } else if (typeof value !== 'number' || !Number.isFinite(value)) {
      problems.push({
        message: `${path} gives ${JSON.stringify(value)} for the latent \`${name}\`, which is not a number.`,
        remedy: 'Give a number without quotes.',
      });
    }
    return typeof value === 'number' ? value : Number.NaN;
  });
  if (problems.length > 0)
    throw new Failure(EXIT.badInput, problems.slice(0, 5), Math.max(0, problems.length - 5));
  return Float64Array.from(point);
}

function parseObject(path: string, text: string): Map<string, unknown> {
  const remedy = 'Write an object with a number for each latent, such as {"acuity": 0.1, "slip": 0.02}.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badInput(`${path} is not JSON: ${(error as Error).message}.`, remedy);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badInput(`${path} does not hold a JSON object.`, remedy);
  }
  return new Map(Object.entries(value));
}
