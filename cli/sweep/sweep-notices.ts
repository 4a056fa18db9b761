/** What a sweep says of its plan, and of how long it takes. */
import type { SweepTask } from '../../analysis/sweep/plan.ts';
import type { PilotTimes } from '../../analysis/sweep/run.ts';
import type { SweepSource } from '../../analysis/sweep/source.ts';
import { counted } from '../words.ts';

/** `60 fits: 60 layouts, 1 subject, 1 part held out, 1 seed; 12 of them are done.` */
export function planLine(
  { selections, subjects }: SweepSource,
  tasks: readonly SweepTask[],
  done: number,
): string {
  const parts = subjects[0]!.parts;
  const seeds = new Set(tasks.map(({ seed }) => seed)).size;
  const axes = [
    counted(selections.length, 'layout'),
    counted(subjects.length, 'subject'),
    ...(parts === null ? [] : [`${counted(parts.size, 'part')} held out`]),
    counted(seeds, 'seed'),
  ];
  const already = done === 0 ? '' : `; ${done} ${done === 1 ? 'is' : 'are'} done`;
  return `${counted(tasks.length, 'fit')}: ${axes.join(', ')}${already}.`;
}

/** `The first took 0.2 s, and the next layout 0.3 s to compile: the other 59 take about 35 s.` */
export function pilotLine({ fit, layout }: PilotTimes, others: number, seconds: number): string {
  const compiling = layout === 0 ? '' : `, and the next layout ${shownTime(layout)} to compile`;
  const rest = others === 1 ? 'the other takes' : `the other ${others} take`;
  return `The first took ${shownTime(fit)}${compiling}: ${rest} about ${shownTime(seconds)}.`;
}

/** `0.8 s`, `35 s`, `12 min`. */
function shownTime(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.ceil(seconds)} s` : counted(Math.ceil(seconds / 60), 'min', '');
}
