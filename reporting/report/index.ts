/** The entry `theodolite/report`: one page of HTML on fits. */
export { type Evaluation, isEvaluation } from './evaluation.ts';
export { expectRows, type RowsOfFit } from './expected.ts';
export { type ReportOptions, report } from './page.ts';
export type {
  ExpectedFactor,
  ExpectedLevel,
  ExpectedRate,
  ExpectedRows,
  ExpectedSubject,
  ReportFit,
} from './subjects.ts';
