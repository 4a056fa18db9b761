/** Milliseconds from a keystroke to the diagnostics, the colours and the inlay hints of a long layout. */
import { diagnosticsOf, inlayHintsIn, readDocument, semanticTokensOf } from '../../editor/index.ts';
import { alone, type Result } from '../results.ts';
import { median } from '../rounds.ts';

const DEMANDS = 48;
const WARMUP_KEYS = 3;
const KEYS = 25;

/** The median over keystrokes of one process. Throws an Error if the layout has a diagnostic. */
export function measureEditing(): Result[] {
  const text = longLayout();
  const times: number[] = [];
  for (let key = 0; key < WARMUP_KEYS + KEYS; key++) {
    const began = performance.now();
    const document = readDocument(`${text}${' '.repeat(key)}`);
    const [first] = diagnosticsOf(document);
    semanticTokensOf(document);
    inlayHintsIn(document, { start: 0, end: text.length });
    if (key >= WARMUP_KEYS) times.push(performance.now() - began);
    if (first !== undefined)
      throw new Error(`the layout that is measured has a diagnostic: ${first.message}`);
  }
  return [
    alone(`checking a layout of ${text.split('\n').length} lines after a keystroke`, 'ms', median(times)),
  ];
}

/** Demands, latents of a category and margins with units, and one outcome of all of them. */
function longLayout(): string {
  const numbers = Array.from({ length: DEMANDS }, (_, number) => number);
  const parts = numbers.map(
    (i) => `/// The demand ${i}.
demand d${i} : s in [0, 10]
capability c${i}[person] : s ~ normal(0, 3)
let m${i} = margin(c${i}[person], d${i}, steepness = 1 / 1 s)
`,
  );
  const margins = numbers.map((i) => `m${i}`).join(', ');
  return `layout Long\nunit s\ncategory person\n\n${parts.join('')}\nlet every = all(${margins})\nobserve y ~ bernoulli(every)\n`;
}
