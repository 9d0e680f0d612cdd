import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/sqlite.ts', 'test/postgres.ts'],
    // Migrations, argon2 and property tests take their time on a small machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // More than the processors of a small machine: many tests wait for a server or another process.
    maxWorkers: 3,
  },
});
