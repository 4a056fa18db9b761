/** The checking phase: from the syntax tree to the typed layout. Covers every alternative of every choice. */
import { type Diagnostic, DiagnosticLog } from '../../grammar/diagnostic.ts';
import { MAX_ALTERNATIVES } from '../../grammar/limits.ts';
import { quote } from '../../grammar/quote.ts';
import type { Source } from '../../grammar/source.ts';
import type { LayoutSyntax } from '../../grammar/syntax.ts';
import { alternativesOf, type Choice, occurrences, type Selection } from '../choose/alternatives.ts';
import { select } from '../choose/select.ts';
import { type CheckedLayout, checkSelected } from './check-selected.ts';
import { repeatedName } from './names.ts';

/**
 * Checks the layout with each alternative, and returns the typed layout of the selected ones. Reports every independent
 * mistake and never throws. The layout is null when there is an error, or when the parser marked statements as broken.
 */
export function check(layout: LayoutSyntax, source: Source, selection: Selection = {}): CheckedLayout {
  const choices = alternativesOf(layout);
  if (choices.length === 0) return checkSelected(layout, source);
  const log = new DiagnosticLog();
  checkChoices(layout, choices, log);
  if (log.errors > 0) return { layout: null, types: new Map(), diagnostics: log.sorted() };

  const chosen = wholeSelection(choices, selection);
  const main = checkSelected(select(layout, chosen), source);
  const others = otherSelections(layout, choices, chosen).map((other) =>
    checkSelected(select(layout, other), source),
  );
  const diagnostics = merge(main.diagnostics, others);
  const isSound = main.layout !== null && others.every((other) => other.layout !== null);
  return {
    layout: isSound
      ? {
          ...main.layout,
          choices: choices.map(({ name }) => ({ name, chosen: chosen[name] ?? '' })),
        }
      : null,
    types: main.types,
    diagnostics,
  };
}

/** An alternative for every choice: the selected one, or the first. */
function wholeSelection(choices: readonly Choice[], selection: Selection): Selection {
  return Object.fromEntries(
    choices.map(({ name, alternatives }) => {
      const chosen = Object.hasOwn(selection, name) ? selection[name] : undefined;
      return [name, alternatives.find((each) => each === chosen) ?? alternatives[0] ?? ''];
    }),
  );
}

/** Selections that together use each unselected alternative once. */
function otherSelections(layout: LayoutSyntax, choices: readonly Choice[], chosen: Selection): Selection[] {
  const keyOf = (selection: Selection) => choices.map(({ name }) => selection[name]).join();
  const found = new Map<string, Selection>();
  for (const { name, alternatives, around } of occurrences(layout)) {
    for (const { text } of alternatives) {
      const selection = { ...chosen, ...around, [name.text]: text };
      found.set(keyOf(selection), selection);
    }
  }
  found.delete(keyOf(chosen));
  return [...found.values()];
}

/**
 * The diagnostics of all selections, without duplicates. A warning that something is unused is kept only if no
 * selection uses it.
 */
function merge(main: readonly Diagnostic[], others: readonly CheckedLayout[]): Diagnostic[] {
  const keyOf = ({ code, span, message }: Diagnostic) => `${code} ${span.start} ${span.end} ${message}`;
  const keys = others.map(({ diagnostics }) => new Set(diagnostics.map(keyOf)));
  const merged = new Map<string, Diagnostic>();
  for (const diagnostic of [...main, ...others.flatMap(({ diagnostics }) => diagnostics)]) {
    const key = keyOf(diagnostic);
    if (diagnostic.severity === 'warning' && !keys.every((said) => said.has(key))) continue;
    if (!merged.has(key)) merged.set(key, diagnostic);
  }
  const isSaid = new Set(main.map(keyOf));
  return [...merged]
    .filter(([key, { severity }]) => severity === 'error' || isSaid.has(key))
    .map(([, diagnostic]) => diagnostic)
    .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Reports repeated names of alternatives, choices that share a name but differ, and too many alternatives. */
function checkChoices(layout: LayoutSyntax, choices: readonly Choice[], log: DiagnosticLog): void {
  const first = new Map<string, ReturnType<typeof occurrences>[number]>();
  for (const occurrence of occurrences(layout)) {
    const { name, alternatives } = occurrence;
    const names = alternatives.map(({ text }) => text);
    const repeated = repeatedName(alternatives);
    if (repeated !== undefined) {
      log.error(
        'duplicate-name',
        repeated.span,
        `The choice ${quote(name.text)} has two alternatives ${quote(repeated.text)}.`,
        'Rename one of them.',
      );
    }
    const earlier = first.get(name.text);
    if (earlier === undefined) first.set(name.text, occurrence);
    else if (names.join() !== earlier.alternatives.map(({ text }) => text).join()) {
      log.error(
        'choice-differs',
        name.span,
        `The alternatives of the choice ${quote(name.text)} are not the same here as at its first use.`,
        'Use the same names in the same order, so that they are selected together, or give this choice a name of its own.',
        [
          {
            span: earlier.name.span,
            message: `its first use is here, with ${listed(earlier.alternatives)}`,
          },
        ],
      );
    }
  }
  const total = Math.max(
    choices.reduce((sum, { alternatives }) => sum + alternatives.length, 0),
    otherSelections(layout, choices, wholeSelection(choices, {})).length,
  );
  const last = choices.length > 0 ? first.get(choices.at(-1)?.name ?? '') : undefined;
  if (total > MAX_ALTERNATIVES && last !== undefined) {
    log.error(
      'too-many-alternatives',
      last.name.span,
      `This layout has ${total} alternatives, and it may have at most ${MAX_ALTERNATIVES}, since each is checked.`,
      'Divide it into several layouts.',
    );
  }
}

function listed(names: readonly { readonly text: string }[]): string {
  return names.map(({ text }) => quote(text)).join(', ');
}
