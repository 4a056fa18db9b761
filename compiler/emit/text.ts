/** Pieces of text that every part of the emitter puts its code together from. */

export function indent(lines: readonly string[], by: number): string {
  return lines.map((line) => ' '.repeat(by) + line).join('\n');
}

/** A title over a part of the generated file. */
export function section(title: string): string {
  return `// ${title}\n// ${'-'.repeat(title.length)}`;
}

/** Module variables; names that are null are left out. */
export function declare(names: readonly (string | null)[], type: string, initial: string): string {
  return names
    .filter((name) => name !== null)
    .map((name) => `let ${name}: ${type} = ${initial};`)
    .join('\n');
}

/** The functions of the runtime that the code uses. */
export function importsCode(imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...imports]
    .map(([file, names]) => `import { ${[...names].sort().join(', ')} } from './${file}';`)
    .join('\n');
}

/** A file of parts, those that are empty left out. */
export function fileText(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
