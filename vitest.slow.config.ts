import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    testTimeout: 20 * 60_000,
    // Hooks compile layouts, and make fits that several tests look at.
    hookTimeout: 5 * 60_000,
    globalSetup: 'test/build-command.ts',
  },
});
