import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('sets flags that V8 has: it ignores unknown ones, and memory would grow under crawlers', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const code = readFileSync('src/server/garbage-collection.ts', 'utf8');
  const flags = [...code.matchAll(/setFlagsFromString\('(--[\w-]+)/g)].map(([, flag]) => flag);
  expect(flags).toHaveLength(2);
  for (const flag of flags) expect(known).toContain(`  ${flag} (`);
});
