/** Elements of SVG by name, attributes and content. */

const SVG = 'http://www.w3.org/2000/svg';

/** A null attribute is left out. */
export type Attributes = Readonly<Record<string, string | number | null>>;

export function element(
  document: Document,
  name: string,
  attributes: Attributes = {},
  content: readonly (Element | string)[] = [],
): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(key, String(value));
  }
  for (const each of content) {
    made.appendChild(typeof each === 'string' ? document.createTextNode(each) : each);
  }
  return made;
}
