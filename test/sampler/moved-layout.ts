/**
 * A layout with its latents without bounds moved and scaled: each x is written as (y − shift) / scale of a latent y with the prior of
 * scale · x + shift. Its posterior is that of the layout as it was, moved and scaled.
 */
export interface Move {
  readonly shift: number;
  readonly scale: number;
}

export interface MovedLayout {
  readonly text: string;
  /** The names of the latents that are moved. */
  readonly moved: readonly string[];
}

const ROLES = 'param|capability|bias|propensity|robustness';
/** A declaration of latents with a normal prior that is not truncated, on one line but for its names. */
const DECLARATION = new RegExp(
  `^(${ROLES})(\\s+)([\\w\\s,[\\]]+?)(\\s*:\\s*(\\w+))?(\\s*~\\s*)normal\\((.*)\\)([ \\t]*(?:centred|noncentred)?)$`,
  'gm',
);

export function moveLayout(text: string, move: Move): MovedLayout {
  const units = new Map<string, string>();
  const declarations = new Map<string, string>();
  // Declarations are taken out while the names are replaced everywhere else.
  const held = text.replace(DECLARATION, (...found) => {
    const [, role, space, names, unitPart = '', unit = '', tilde, prior, word] = found as string[];
    for (const name of names!.split(',')) units.set(name.trim().replace(/\[.*/, ''), unit);
    const key = `HELD${declarations.size}HELD`;
    declarations.set(
      key,
      JSON.stringify({ head: `${role}${space}${names}${unitPart}${tilde}`, prior, word }),
    );
    return key;
  });
  const replaced = (part: string) => {
    let result = part;
    for (const [name, unit] of units) {
      const use = new RegExp(`(?<![\\w.])${name}(\\[\\w+\\])?(?!\\w|\\s*:)`, 'g');
      result = result.replace(
        use,
        (_, index = '') => `((${name}${index} - ${move.shift} ${unit}) / ${move.scale})`,
      );
    }
    return result;
  };
  const code = held
    .split('\n')
    .map((line) => (/^\s*\/\//.test(line) ? line : replaced(line)))
    .join('\n');
  const moved = [...declarations].reduce((whole, [key, declaration]) => {
    const { head, prior, word } = JSON.parse(declaration) as Record<'head' | 'prior' | 'word', string>;
    const [mean, sd] = splitArguments(prior);
    const walk = /^previous\((\w+\[\w+\]), (.*)\)$/.exec(mean);
    const location =
      walk === null
        ? `${move.scale} * (${replaced(mean)}) + ${move.shift}`
        : `previous(${walk[1]}, ${move.scale} * (${replaced(walk[2]!)}) + ${move.shift})`;
    return whole.replace(key, `${head}normal(${location}, ${move.scale} * (${replaced(sd)}))${word}`);
  }, code);
  return { text: moved, moved: [...units.keys()] };
}

function splitArguments(text: string): readonly [string, string] {
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if ('(['.includes(sign)) depth++;
    if (')]'.includes(sign)) depth--;
    if (sign === ',' && depth === 0) return [text.slice(0, at), text.slice(at + 1).trim()];
  }
  throw new Error(`\`normal(${text})\` has not two arguments`);
}
