/** Marks that say of which subject they are, by which a page shows some of them and makes others pale. */
import type { RenderFunction } from '@observablehq/plot';

/** The attribute; a drawing that stands in no page has none. */
const ATTRIBUTE = 'data-subject';

/** What a mark of Plot takes as `render`, for one element a datum: each says whose it is, and that of null nothing. */
export function ofSubjects<T>(data: readonly T[], subjectOf: (datum: T) => string | null): RenderFunction {
  return (index, scales, values, dimensions, context, next) => {
    const group = next?.(index, scales, values, dimensions, context) ?? null;
    const children = [...(group?.children ?? [])];
    if (children.length !== index.length) {
      throw new Error(`${children.length} elements were drawn for ${index.length} data`);
    }
    for (const [place, datum] of index.entries()) {
      const subject = subjectOf(data[datum]!);
      if (subject !== null) children[place]!.setAttribute(ATTRIBUTE, subject);
    }
    return group;
  };
}

/** The attribute of one element that is a subject's as a whole; null leaves it out. */
export function subjectAttribute(subject: string | null | undefined) {
  return { [ATTRIBUTE]: subject ?? null };
}
