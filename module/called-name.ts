/** What people call a value: `theta[Ada]`, and of the dimension's value `theta.verbal` `theta[Ada, verbal]`. */

/**
 * The name of a latent's or a report's value, with the level that it is of.
 *
 * @param name as the manifest has it: after points are the values of dimensions, or the latents of a correlation
 * @param level null for what has one value
 */
export function calledName(name: string, level: string | null = null): string {
  const [base, ...inside] = name.split('.');
  if (level !== null) inside.unshift(level);
  return inside[0] === undefined ? name : `${base}[${inside.join(', ')}]`;
}

/** The name in files of draws, whose readers take a number to follow a point: `theta_verbal`. */
export function nameInDraws(name: string): string {
  return name.replaceAll('.', '_');
}
