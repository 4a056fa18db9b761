/** The font that the build takes along, where it comes from. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { openTypefaces, type Typefaces } from '../../reporting/figures/node/pdf.ts';

const require = createRequire(import.meta.url);

export function inter(): Promise<Typefaces> {
  const file = (path: string) => pathToFileURL(require.resolve(`@expo-google-fonts/inter/${path}`));
  return openTypefaces([file('400Regular/Inter_400Regular.ttf'), file('600SemiBold/Inter_600SemiBold.ttf')]);
}
