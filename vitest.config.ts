import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slow/**'],
    globalSetup: ['test/build-command.ts'],
    setupFiles: ['test/seed.ts'],
    testTimeout: 60_000,
  },
});
