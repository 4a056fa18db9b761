/** Profiles as nested objects, and as the flat list of a draw. */
import type { Parameter } from '../../host/parameters.ts';

/**
 * One number per latent, or for an indexed latent one number per level, by name; in the latent's unit, untransformed.
 */
export type ProfileValues = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** The profile with these parameter values, given in the order of a draw. */
export function nestProfile(parameters: readonly Parameter[], values: ArrayLike<number>): ProfileValues {
  const profile = new Map<string, number | Record<string, number>>();
  for (const [index, { latent, level }] of parameters.entries()) {
    const value = values[index]!;
    if (level === null) profile.set(latent.name, value);
    else {
      const others = profile.get(latent.name) as Record<string, number> | undefined;
      profile.set(latent.name, Object.fromEntries([...Object.entries(others ?? {}), [level, value]]));
    }
  }
  return Object.fromEntries(profile);
}

/** The values of a complete profile, in the order of a draw. */
export function flattenProfile(parameters: readonly Parameter[], profile: ProfileValues): number[] {
  return parameters.map(({ latent: { name }, level }) => {
    const value = profile[name];
    return (typeof value === 'object' ? value[level!] : value)!;
  });
}
