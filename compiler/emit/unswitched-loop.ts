/** A loop that chooses by a value of the profile: a function for either way, and one that chooses between them. */
import type { NodeId } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import type { Choice, Way } from '../schedule/unswitch.ts';
import type { Code } from './dialect.ts';
import { type Loop, type LoopKind, loopFunction } from './loop-code.ts';
import type { JointRequest } from './program-request.ts';

export function unswitchedLoop(
  request: JointRequest,
  step: Step,
  { by, whereNonNegative, otherwise }: Choice,
  profile: (id: NodeId) => Code,
): Loop {
  const names = request.domains.get(step.domain)!;
  const name = request.context.ids.claim(`${names.title}Loop`);
  const condition = `${profile(by).text} >= 0.0`;
  const write = ({ nodes, values }: Way, kind: LoopKind) =>
    loopFunction(request, { ...step, nodes }, values, profile, kind);
  const taken = write(whereNonNegative, { suffix: 'LoopIf', when: `, where ${condition}` });
  const other = write(otherwise, { suffix: 'LoopElse', when: ', where it is not' });
  return {
    name,
    text: `${taken.text}

${other.text}

function ${name}(): void {
  if (${condition}) ${taken.name}();
  else ${other.name}();
}`,
  };
}
