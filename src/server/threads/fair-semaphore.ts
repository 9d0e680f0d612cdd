import { BUSY, BusyError } from '../failure.ts';

export type Admission = {
  /** Callers with the same owner share its part of the slots. */
  owner?: string | undefined;
  signal: AbortSignal;
  /** While it waits, a later replaceable request of the same owner supersedes it. */
  isReplaceable?: boolean | undefined;
};

export type FairSemaphore = {
  /**
   * Waits for a slot.
   *
   * @returns a function that releases the slot
   * @throws BusyError when `MAX_WAITING` requests of the owner wait, after `maxWait`, or when superseded
   */
  acquire: (admission: Admission) => Promise<() => void>;
};

type Waiter = {
  owner: string;
  isReplaceable: boolean;
  admit: () => void;
  reject: (reason: unknown) => void;
};

/** Waiting requests of one owner. */
const MAX_WAITING = 20;
/** Together with the work itself less than the minute after which connections are closed. */
const MAX_WAIT_MS = 15_000;

/**
 * A semaphore that no owner can exhaust: an owner with n slots gets another one only while more than n
 * are free. Of five slots, one owner gets three at most, and two others get one each.
 */
export function createFairSemaphore(
  slots: number,
  { maxWait = MAX_WAIT_MS }: { maxWait?: number } = {},
): FairSemaphore {
  const used = new Map<string, number>();
  let free = slots;
  let waiting: Waiter[] = [];

  function admitWaiting(): void {
    for (const waiter of waiting) {
      const own = used.get(waiter.owner) ?? 0;
      if (free <= own) continue;
      free -= 1;
      used.set(waiter.owner, own + 1);
      remove(waiter);
      waiter.admit();
    }
  }

  function release(owner: string): void {
    const own = (used.get(owner) ?? 0) - 1;
    if (own > 0) used.set(owner, own);
    else used.delete(owner);
    free += 1;
    admitWaiting();
  }

  function remove(waiter: Waiter): boolean {
    const { length } = waiting;
    waiting = waiting.filter((each) => each !== waiter);
    return waiting.length < length;
  }

  /** Supersedes replaceable requests of the owner; throws when too many waited. */
  function checkQueue(owner: string, isReplaceable: boolean): void {
    for (const waiter of waiting) {
      if (!(isReplaceable && waiter.isReplaceable && waiter.owner === owner)) continue;
      remove(waiter);
      waiter.reject(new BusyError('Another one has been asked for since.'));
    }
    const own = waiting.filter((waiter) => waiter.owner === owner);
    if (own.length >= MAX_WAITING) throw new BusyError(BUSY);
  }

  return {
    async acquire({ owner = '', signal, isReplaceable = false }) {
      signal.throwIfAborted();
      checkQueue(owner, isReplaceable);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter = { owner, isReplaceable, admit: resolve, reject };
      const leave = (reason: unknown) => remove(waiter) && reject(reason);
      signal.addEventListener('abort', () => leave(signal.reason), { once: true });
      const timer = setTimeout(() => leave(new BusyError(BUSY)), maxWait).unref();
      waiting.push(waiter);
      admitWaiting();
      await promise.finally(() => clearTimeout(timer));
      return () => release(owner);
    },
  };
}
