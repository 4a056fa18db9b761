/** What brings a subject's rows down most, told of the factors of its outcome: each as if it were all that is asked. */

import { mean } from '../../../statistics/moments.ts';
import { probabilitiesHighest } from '../../../statistics/probability-highest.ts';
import type { ExpectedFactor } from '../report-fit.ts';
import type { ReportSubject } from '../subjects.ts';
import { listed, spoken } from './names.ts';
import { expected } from './numbers.ts';
import { surely } from './probability.ts';

const RATE = { kind: 'binary', unit: '' } as const;

/** Nothing where there are fewer than two factors, or their rows are not at hand. */
export function factorSentences({ expected: rows, fit }: ReportSubject): string[] {
  const factors = rows?.factors ?? [];
  if (factors.length < 2) return [];
  const ordered = [...factors].sort((a, b) => mean(a.draws) - mean(b.draws));
  const [hardest] = ordered as [(typeof ordered)[number]];
  const easiest = ordered.at(-1)!;
  const lowest = probabilitiesHighest(factors.map(({ draws }) => draws.map((value) => -value)));
  const essLeast = Math.min(...Object.values(fit.summary.parameters).map(({ essBulk }) => essBulk ?? 2));
  const probability = {
    value: lowest[factors.indexOf(hardest)]!,
    resolution: 1 / Math.max(2, Math.min(essLeast, hardest.draws.length)),
  };
  const sure = probability.value >= 0.33 ? `; that nothing costs it more is ${surely(probability)}` : '';
  const called = ({ name, isNamed, demands }: ExpectedFactor) => {
    const columns = fit.manifest.columns.filter((column) => demands.includes(column.name));
    const about = listed(columns.map(spoken));
    const own = isNamed ? spoken({ name, unit: '' }) : name;
    return about === '' ? `“${own}”` : `${about} (“${own}”)`;
  };
  return [
    `Of what these rows ask, ${called(hardest)} costs it most: were that all, it would succeed in ${expected(hardest.draws, RATE)}${sure}.`,
    `What costs it least is ${called(easiest)}: by itself that would let it succeed in ${expected(easiest.draws, RATE)}.`,
  ];
}
