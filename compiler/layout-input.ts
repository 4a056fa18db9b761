/** What a program gives the compiler: a layout's text, and what is known besides. */
import type { Source } from '../grammar/source.ts';
import type { ColumnsInput } from '../module/to-columns.ts';
import type { PrepareOptions } from './compile.ts';

/** A layout's text, or with the name that messages give it. */
export type LayoutInput = string | Source;

/** What is left open in a layout's text, and what is known of its data. */
export interface CompileOptions extends PrepareOptions {
  /**
   * Data like those that the module will be given, as `Model.bind` takes them. They say how often demands repeat, which makes the module
   * faster on such data and means the same.
   */
  readonly data?: ColumnsInput;
}

/** The text with the name that messages give it. */
export function sourceOf(layout: LayoutInput): Source {
  return typeof layout === 'string' ? { name: 'layout.ml', text: layout } : layout;
}
