/** That documentation cannot command the terminal or the page that shows it, whatever characters an author's file has. */
import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { checkManifest } from '../../host/check-manifest.ts';

const layout = (doc: string) => `/// ${doc}
layout Course
/// ${doc}
demand size in [0, 10]
/// ${doc}
capability reach ~ normal(5, 2)
observe done ~ bernoulli(margin(reach, size))
`;

describe('documentation', () => {
  it('has control characters and those that turn a text around as escapes, and all others as they are', () => {
    const { manifest } = prepare({
      name: 'course.ml',
      text: layout('a\tb \u001b]0;owned\u0007 \u009b \u007f \u202e \u2066 \u061c é 漢 👩\u200d🚀 …'),
    });
    const shown = 'a\tb \\u{1b}]0;owned\\u{7} \\u{9b} \\u{7f} \\u{202e} \\u{2066} \\u{61c} é 漢 👩\u200d🚀 …';
    expect([manifest.doc, manifest.columns[0]!.doc, manifest.latents[0]!.doc]).toEqual([shown, shown, shown]);
    expect(() => checkManifest(manifest)).not.toThrow();
  });

  it('is of a module that loads, whatever characters it has', () => {
    // All of Latin-1, among them most controls, all marks that turn a text around, and one in seventeen of the others up to the marks and the first ideographs.
    for (let code = 0; code < 0x3000; code += code < 0x100 || (code >= 0x2000 && code < 0x2070) ? 1 : 17) {
      if (code === 0x0a || code === 0x0d) continue;
      const { manifest } = prepareDoc(String.fromCodePoint(code));
      expect(() => checkManifest(manifest), code.toString(16)).not.toThrow();
    }
  });
});

/** The manifest with this text as a latent's documentation, of a layout as short as one can be. */
function prepareDoc(doc: string) {
  return prepare({
    name: 'd.ml',
    text: `layout D\n/// ${doc}.\nparam p ~ normal(0, 1)\nobserve y ~ normal(p, 1)\n`,
  });
}
