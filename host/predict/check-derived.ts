/** Whether a manifest says of factors what it must, and nothing that contradicts itself. */

import type { Manifest } from '../../module/manifest.ts';
import { checkForm, type Form, wrong } from '../check-manifest.ts';

const FACTORS: Form = ['a number from 0'];

/**
 * @param manifest one that `checkManifest` has seen
 * @throws HostError of kind `module` naming the place that is wrong, such as `derived[2].factors`.
 */
export function checkDerived({ columns, derived }: Manifest): void {
  for (const [list, entries] of Object.entries({ columns, derived })) {
    for (const [index, { factors }] of entries.entries()) {
      if (factors === undefined) continue;
      checkForm(factors, FACTORS, `${list}[${index}].factors`);
      const absent = factors.find((factor) => factor >= derived.length);
      if (absent === undefined) continue;
      throw wrong(
        `${list}[${index}].factors`,
        `there are ${derived.length} derived nodes, and none is number ${absent}`,
      );
    }
  }
}
