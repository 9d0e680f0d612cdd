import { expect, it } from 'vitest';
import { withReusableBlocks } from './blocks.ts';

it('a reusable block that is shown ten thousand times does not fill the memory', () => {
  const blocks = new Map([['1', 'x'.repeat(100_000)]]);
  const filled = withReusableBlocks('<!-- wp:block {"ref":1} /-->'.repeat(10_000), blocks);
  expect(filled).toContain('x');
  expect(filled.length).toBeLessThan(3_000_000);
});
