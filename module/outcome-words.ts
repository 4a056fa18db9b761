/** The words for success and failure that a binary outcome may have in a table, in upper or lower case. */
export const OUTCOME_WORDS: ReadonlyMap<string, 0 | 1> = new Map([
  ...['pass', 'passed', 'yes', 'correct', 'right', 'success', 'succeeded', 'solved', 'c'].map(
    (word) => [word, 1] as const,
  ),
  ...['fail', 'failed', 'no', 'incorrect', 'wrong', 'failure', 'unsolved', 'i'].map(
    (word) => [word, 0] as const,
  ),
]);
