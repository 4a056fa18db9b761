/** The input of the compiler: a layout's text, and what else is known. */
import type { Source } from '../grammar/source.ts';
import type { ColumnsInput } from '../module/to-columns.ts';
import type { PrepareOptions } from './compile.ts';

/** A layout's text, alone or with the name that messages use for it. */
export type LayoutInput = string | Source;

/** What a layout's text leaves open, and what is known of its data. */
export interface CompileOptions extends PrepareOptions {
  /**
   * Data like those that the module will be given, as `Model.bind` takes them. They show how often values repeat. The
   * module is then faster on such data, and means the same. Of a layout with several tables, those of the main one.
   */
  readonly data?: ColumnsInput;
}

/** The text with the name that messages use for it. */
export function sourceOf(layout: LayoutInput): Source {
  return typeof layout === 'string' ? { name: 'layout.ml', text: layout } : layout;
}
