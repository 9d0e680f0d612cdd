import { expect, test } from 'vitest';
import type { BulkResult } from '../../bulk-editing.ts';
import { inBatches } from './in-batches.ts';

const POSTS = Array.from({ length: 45 }, (_, number) => ({ id: `${number}`, version: 1 }));
const NETWORK = { kind: 'network' } as const;

test('a failure in the middle keeps what is known, and names what is not', async () => {
  const done: string[] = [];
  let calls = 0;
  const send = async (posts: readonly { id: string }[]) => {
    calls += 1;
    if (calls === 2) return { ok: false, failure: NETWORK } as const;
    const results = posts.map(({ id }) => ({ id }) as BulkResult);
    return { ok: true, value: { results } } as const;
  };
  const onResults = (results: readonly BulkResult[]) => done.push(...results.map(({ id }) => id));
  const first = await inBatches(POSTS, { send, onResults });
  expect(first).toEqual({ failure: NETWORK, left: POSTS.slice(20) });
  expect(done).toHaveLength(20);
  expect(await inBatches(first.left, { send, onResults })).toEqual({ failure: null, left: [] });
  expect(done).toEqual(POSTS.map(({ id }) => id));
  expect(calls).toBe(4);
});
