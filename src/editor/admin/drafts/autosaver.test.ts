import { expect, it } from 'vitest';
import type { ApiResult } from '../../../admin/api.ts';
import { newPostValues } from '../../../posts/admin/post-form-values.ts';
import { createAutosaver, type NewAutosave } from './autosaver.ts';

const entry = (title: string) => ({ values: { ...newPostValues('A'), title }, version: null });

/** A server as the API describes it, whose answers are held back until they are let go. */
function makeServer(standing = 0) {
  const held: (() => void)[] = [];
  const calls: string[] = [];
  let kept: string | null = null;
  let sequence = standing;
  const answered = <T>(answer: ApiResult<T>) =>
    new Promise<ApiResult<T>>((resolve) => held.push(() => resolve(answer)));
  return {
    calls,
    kept: () => kept,
    /** Answers what waits, and what that leads to. */
    letGo: async () => {
      while (held.length > 0) {
        held.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    save: (sent: NewAutosave): Promise<ApiResult<unknown>> => {
      calls.push(`save ${sent.values.title} ${sent.sequence}`);
      sequence = sent.sequence;
      kept = sent.values.title;
      return answered({ ok: true, value: { ...sent, savedAt: '' } });
    },
    discard: (_document: string, upTo?: number): Promise<ApiResult<unknown>> => {
      calls.push(`discard ${upTo ?? 'all'}`);
      if (upTo === undefined || upTo > sequence) {
        sequence = Math.max(sequence, upTo ?? 0);
        kept = null;
      }
      return answered({ ok: true, value: undefined });
    },
  };
}

it('one autosave is under way at a time, and the latest values are the next', async () => {
  const server = makeServer();
  const autosaver = createAutosaver('d', 0, server, () => 1);
  void autosaver.save(entry('a'));
  void autosaver.save(entry('ab'));
  const last = autosaver.save(entry('abc'));
  expect(server.calls).toEqual(['save a 1']);
  await server.letGo();
  expect(await last).toBe(true);
  expect(server.calls).toEqual(['save a 1', 'save abc 2']);
  expect(server.kept()).toBe('abc');
});

it('a text that was saved or discarded is not restored by an autosave under way', async () => {
  const server = makeServer(3);
  const autosaver = createAutosaver('d', 3, server, () => 1);
  const saved = autosaver.save(entry('a'));
  void autosaver.save(entry('ab'));
  const discarded = autosaver.discard();
  await server.letGo();
  await discarded;
  expect(await saved).toBe(false);
  expect(server.calls).toEqual(['save a 4', 'discard 5']);
  expect(server.kept()).toBeNull();
  expect(autosaver.isUsed()).toBe(false);
  const again = autosaver.save(entry('more'));
  await server.letGo();
  expect(await again).toBe(true);
  expect(server.kept()).toBe('more');
});

it('a stored autosave is discarded also by a form that has saved none itself', async () => {
  const server = makeServer(9);
  const autosaver = createAutosaver('d', 0, server, () => 1);
  const discarded = autosaver.discard();
  await server.letGo();
  await discarded;
  expect(server.calls).toEqual(['discard all']);
});
