/** Text helpers that all parts of the emitter use. */

export function indent(lines: readonly string[], by: number): string {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line)).join('\n');
}

/** A longer list has one line per item. */
const MAX_LIST = 100;

/** Items between brackets: on one line, or one per line. */
export function listCode(open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= MAX_LIST) return line;
  return [open.trim(), ...items.map((item) => `  ${item},`), close.trim()].join('\n');
}

/** A heading in the generated file. */
export function section(title: string): string {
  return `// ${title}\n// ${'-'.repeat(title.length)}`;
}

/** The imports of the runtime functions that the code uses. */
export function importsCode(imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, names]) => `import ${listCode('{ ', [...names].sort(), ' }')} from './${file}';`)
    .join('\n');
}

/** A file made of its non-empty parts. */
export function fileText(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** An import statement. */
export function importOf(names: readonly string[], file: string): string {
  return `import { ${names.join(', ')} } from '${file}';`;
}
