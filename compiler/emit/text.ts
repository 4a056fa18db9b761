/** Pieces of text that every part of the emitter puts its code together from. */

export function indent(lines: readonly string[], by: number): string {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line)).join('\n');
}

/** A title over a part of the generated file. */
export function section(title: string): string {
  return `// ${title}\n// ${'-'.repeat(title.length)}`;
}

/** The functions of the runtime that the code uses. */
export function importsCode(imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, names]) => `import { ${[...names].sort().join(', ')} } from './${file}';`)
    .join('\n');
}

/** A file of parts, those that are empty left out. */
export function fileText(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
