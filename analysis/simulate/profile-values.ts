/** A profile as a person writes it, and as a draw has it. */
import type { Parameter } from '../../host/parameters.ts';

/** In the latent's unit and on the layout's own scale: one number per latent, or of an indexed one a number for each level by its name. */
export type ProfileValues = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** The profile whose parameters have these values, in the order of a draw. */
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

/** The values of a profile that has all parameters, in the order of a draw. */
export function flattenProfile(parameters: readonly Parameter[], profile: ProfileValues): number[] {
  return parameters.map(({ latent: { name }, level }) => {
    const value = profile[name];
    return (typeof value === 'object' ? value[level!] : value)!;
  });
}
