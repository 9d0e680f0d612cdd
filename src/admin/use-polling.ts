import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiFailure, type ApiResult, isMissing } from './api.ts';

const TICK_MS = 30_000;

/** The present, twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}

const POLL_MS = 1_000;

type Polling<Value> = {
  /** False: there is nothing to wait for. */
  isActive: boolean;
  read: () => Promise<ApiResult<Value>>;
  onChange: (value: Value) => void;
};

/**
 * Reads something each second, until it is done or deleted, or nobody is signed in any more.
 *
 * @returns why the last poll failed; null when it did not
 */
export function usePolling<Value>({ isActive, read, onChange }: Polling<Value>): ApiFailure | null {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const hasEnded = failure !== null && (failure.kind === 'unauthenticated' || isMissing(failure));
  const isPolling = isActive && !hasEnded;

  const poll = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await read();
    if (signal.aborted) return;
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onChange(answer.value);
  });

  useEffect(() => {
    if (!isPolling) return;
    const ended = new AbortController();
    const pollUntilEnd = async () => {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        if (ended.signal.aborted) return;
        await poll(ended.signal);
      }
    };
    void pollUntilEnd();
    return () => ended.abort();
  }, [isPolling]);

  return failure;
}

/**
 * State whose latest value can be read at any time, also after an `await`.
 *
 * @returns the value of this rendering, its setter, and a getter of the latest value
 */
export function useLive<T>(initial: T): [T, (next: T) => void, () => T] {
  const [value, setValue] = useState(initial);
  const live = useRef(value);
  const set = (next: T) => {
    live.current = next;
    setValue(next);
  };
  return [value, set, () => live.current];
}
