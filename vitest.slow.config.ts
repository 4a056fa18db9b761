import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Beside the slow tests, the properties of which `npm test` tries a share of the cases (test/random-cases.ts): here they try all.
    include: [
      'test/slow/**/*.test.ts',
      'test/{compile,derive,format,graph,hints,interpret,outcomes,prelude,rewrite,schedule,stage}/**/*.test.ts',
      'test/stdlib/**/*.test.ts',
      'test/python/**/*.test.ts',
      'test/stored/parquet-draws.test.ts',
      'test/{browser,report}/**/*.test.ts',
      'test/docs/studies.test.ts',
      'test/playground/**/*.test.ts',
      'test/bench/sampler.test.ts',
      'test/cli/{recover,sweep}.test.ts',
    ],
    env: { THEODOLITE_CASES: 'all' },
    setupFiles: ['test/seed.ts', 'test/module-store.ts'],
    testTimeout: 20 * 60_000,
    // Hooks compile layouts, and make fits that several tests look at.
    hookTimeout: 5 * 60_000,
    globalSetup: 'test/build-command.ts',
  },
});
