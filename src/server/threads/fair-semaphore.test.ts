import { expect, it } from 'vitest';
import { BusyError } from '../failure.ts';
import { type Admission, createFairSemaphore } from './fair-semaphore.ts';

const never = new AbortController().signal;

/** Requests slots, and records which owners got one or were rejected. */
function makeSlots(slots: number, options?: { maxWait: number }) {
  const semaphore = createFairSemaphore(slots, options);
  const admitted: string[] = [];
  const refused: unknown[] = [];
  const releases: (() => void)[] = [];
  async function ask(owner: string, admission: Partial<Admission> = {}): Promise<void> {
    await semaphore.acquire({ owner, signal: never, ...admission }).then(
      (release) => {
        admitted.push(owner);
        releases.push(release);
      },
      (error: unknown) => refused.push(error),
    );
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { ask, admitted, refused, releases, settle };
}

it('a waiting replaceable task is superseded only by a newer one of the same owner', async () => {
  const { ask, admitted, refused, releases, settle } = makeSlots(1);
  void ask('a', { isReplaceable: true });
  void ask('a', { isReplaceable: true });
  void ask('a');
  void ask('b', { isReplaceable: true });
  await settle();
  expect(refused).toEqual([]);
  void ask('a', { isReplaceable: true });
  await settle();
  expect(refused).toEqual([expect.any(BusyError)]);
  for (let given = 0; given < 4; given += 1) {
    releases.shift()?.();
    await settle();
  }
  expect(admitted).toEqual(['a', 'a', 'b', 'a']);
});

it('an owner who sends too many tasks is rejected, and takes no memory; a preview takes the place of the one before', async () => {
  const { ask, admitted, refused, settle } = makeSlots(5);
  void ask('a', { isReplaceable: true });
  for (let sent = 1; sent < 23; sent += 1) void ask('a', { isReplaceable: sent === 3 });
  await settle();
  expect([admitted.length, refused]).toEqual([3, []]);
  void ask('a', { isReplaceable: true });
  await settle();
  expect(refused).toEqual([new BusyError('Another one has been asked for since.')]);
  for (let sent = 0; sent < 77; sent += 1) void ask('a');
  await settle();
  expect([admitted.length, refused.length]).toEqual([3, 78]);
  expect(refused[77]).toBeInstanceOf(BusyError);
});

it('waiting ends after the maximum time, and when the caller aborts', async () => {
  const { ask, admitted, refused } = makeSlots(1, { maxWait: 10 });
  await ask('a');
  await ask('b');
  expect(refused).toEqual([expect.any(BusyError)]);
  const gone = new AbortController();
  const asking = ask('b', { signal: gone.signal });
  gone.abort('gone');
  await asking;
  expect(refused[1]).toBe('gone');
  expect(admitted).toEqual(['a']);
});
