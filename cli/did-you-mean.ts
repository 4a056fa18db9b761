/** The question at the end of a message about a name that is not there. */
import { nearest } from '../grammar/edit-distance.ts';

/** ` Did you mean \`x\`?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const meant = nearest(name, candidates);
  return meant === null ? '' : ` Did you mean \`${meant}\`?`;
}
