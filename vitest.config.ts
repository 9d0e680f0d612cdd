import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const TESTS = '{src,scripts,test}/**/*.test.{ts,tsx}';

/** What would reach the next files of the same process, and cannot be put back: replaced modules, used memory. */
const OUTLIVES_ITS_FILE = /\bvi\.mock\(|memoryUsage/;

const isolated = globSync(TESTS, { cwd: import.meta.dirname }).filter((file) =>
  OUTLIVES_ITS_FILE.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@node-rs\/argon2$/,
        replacement: join(import.meta.dirname, 'test/cheap-argon2.ts'),
      },
    ],
  },
  test: {
    globalSetup: ['test/sqlite.ts', 'test/postgres.ts'],
    // Migrations, argon2 and property tests take their time on a small machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // More than the processors of a small machine: many tests wait for a server or another process.
    maxWorkers: 3,
    projects: [
      // A process runs many files: loading the site takes longer than most of them.
      {
        extends: true,
        test: {
          name: 'shared',
          include: [TESTS],
          exclude: isolated,
          isolate: false,
          setupFiles: ['test/restore-globals.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
