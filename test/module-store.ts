/**
 * Modules that one test has compiled serve the others: a third of all are compiled again and again. They lie in the
 * folder that `build-command.ts` makes for one run. A test of compiling itself calls `storeModulesOf(null)`.
 */
import { storeModulesOf } from '../compiler/assemble/module-store.ts';
import { digestOfSources } from './digest-of-sources.ts';

// A test file may have said otherwise for itself, and this is called before each.
storeModulesOf(digestOfSources());
