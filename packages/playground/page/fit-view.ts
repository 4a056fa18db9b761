/** What an embedded layout is asked for, and what both kinds of it do: they fit, and give what is shown of the result. */

/** What the attributes ask for. */
export interface Asked {
  /** The layout's text; empty for a module. */
  readonly text: string;
  /** The name of the layout's file. */
  readonly name: string;
  /** The compiled module; null for a layout. */
  readonly module: Uint8Array | null;
  /** The table; null if there is none to fit to. */
  readonly table: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** `NAME=COLUMN,…`; empty if columns are called like the outcomes. */
  readonly outcome: string;
  /** Further options of the command `fit`, for a layout. */
  readonly options: string;
}

export interface FitView {
  /** @throws Error in the words of the command */
  fit(tell: (text: string) => void): Promise<HTMLElement>;
}

/** The name and the first column of `NAME=COLUMN,…`; null for an empty text. @throws Error for another text */
export function outcomeOf(text: string): { readonly name: string; readonly columns: string } | null {
  if (text.trim() === '') return null;
  const [name = '', columns = ''] = text.split('=').map((part) => part.trim());
  if (name === '' || columns === '') throw new Error(`\`outcome="${text}"\` is not NAME=COLUMN.`);
  return { name, columns };
}
