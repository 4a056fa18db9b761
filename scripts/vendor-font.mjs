/** Vendors the two weights of Inter that PNG and PDF figures use, out of a package with twenty. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes them to `vendor/` in `dist` with their licence, without the names of their glyphs. */
export async function vendorFont(dist) {
  const { withoutGlyphNames } = await import(new URL('reporting/figures/node/typeface.js', dist));
  const vendor = new URL('vendor/', dist);
  const inter = new URL('./', import.meta.resolve('@expo-google-fonts/inter/package.json'));
  mkdirSync(vendor, { recursive: true });
  for (const [from, to] of [
    ['400Regular/Inter_400Regular.ttf', 'inter-regular.ttf'],
    ['600SemiBold/Inter_600SemiBold.ttf', 'inter-semibold.ttf'],
    ['LICENSE_FONT', 'inter.LICENSE.txt'],
  ]) {
    const content = readFileSync(new URL(from, inter));
    writeFileSync(new URL(to, vendor), to.endsWith('.ttf') ? withoutGlyphNames(content) : content);
  }
}
