import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    testTimeout: 20 * 60_000,
    globalSetup: 'test/build-command.ts',
  },
});
