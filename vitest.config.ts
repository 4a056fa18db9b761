import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slow/**'],
    globalSetup: ['test/build-command.ts'],
    setupFiles: ['test/seed.ts', 'test/module-store.ts'],
    // Files share what a worker has loaded and compiled: each would take seconds to do so anew.
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 120_000,
    // Hooks compile layouts and run the command, which takes a busy machine long.
    hookTimeout: 120_000,
  },
});
