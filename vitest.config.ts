import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that is skipped or focused by mistake would count as passed.
    allowOnly: false,
    pool: 'forks',
    globalSetup: ['test/stores/postgres-setup.ts'],
  },
});
