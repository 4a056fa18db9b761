/** The document whose elements figures are made of where the caller gives none. */

/** The page's own; in Node a light one, with no page. */
export async function openDocument(): Promise<Document> {
  const { ownDocument } =
    typeof document === 'undefined'
      ? await import('../node/document.ts')
      : await import('../web/document.ts');
  return ownDocument();
}
