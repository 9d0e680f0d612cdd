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

it('an owner gets a slot, however many tasks others run', async () => {
  const { ask, admitted, releases, settle } = makeSlots(5);
  for (const owner of ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']) void ask(owner);
  await settle();
  expect(admitted).toEqual(['a', 'a', 'a', 'b', 'c']);
  for (let given = 0; given < 8; given += 1) {
    releases.shift()?.();
    await settle();
  }
  expect(admitted.toSorted().join('')).toBe('aaaaabbc');
});

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

it('an owner who sends too many tasks is rejected, and takes no memory', async () => {
  const { ask, admitted, refused, settle } = makeSlots(5);
  for (let sent = 0; sent < 100; sent += 1) void ask('a');
  await settle();
  expect(admitted).toHaveLength(3);
  expect(refused).toHaveLength(77);
  expect(refused[0]).toBeInstanceOf(BusyError);
});

it('a preview of an owner whose queue is full takes the place of the one before', async () => {
  const { ask, refused, settle } = makeSlots(1);
  void ask('a');
  void ask('a', { isReplaceable: true });
  for (let sent = 0; sent < 19; sent += 1) void ask('a');
  await settle();
  expect(refused).toEqual([]);
  void ask('a', { isReplaceable: true });
  await settle();
  expect(refused).toEqual([new BusyError('Another one has been asked for since.')]);
  void ask('a');
  await settle();
  expect(refused).toHaveLength(2);
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
