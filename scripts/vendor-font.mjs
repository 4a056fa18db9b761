/** Vendors the two weights of Inter that PNG figures use, out of a package with twenty. */
import { copyFileSync, mkdirSync } from 'node:fs';

/** Copies them to `vendor/` in `dist` with their licence. */
export function vendorFont(dist) {
  const vendor = new URL('vendor/', dist);
  const inter = new URL('./', import.meta.resolve('@expo-google-fonts/inter/package.json'));
  mkdirSync(vendor, { recursive: true });
  for (const [from, to] of [
    ['400Regular/Inter_400Regular.ttf', 'inter-regular.ttf'],
    ['600SemiBold/Inter_600SemiBold.ttf', 'inter-semibold.ttf'],
    ['LICENSE_FONT', 'inter.LICENSE.txt'],
  ]) {
    copyFileSync(new URL(from, inter), new URL(to, vendor));
  }
}
