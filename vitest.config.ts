import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The add-on is loaded per process: forks keep one environment per file.
    pool: 'forks',
    testTimeout: 120_000,
  },
});
