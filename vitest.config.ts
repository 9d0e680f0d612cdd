import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/postgres.ts'],
    // Migrations, argon2 and property tests take their time on a small machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Many wait, for a mail server or for another process.
    maxWorkers: 3,
  },
});
