import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiResult } from './api.ts';
import { useSubmit } from './use-submit.ts';

export type Act = <T>(
  call: () => Promise<ApiResult<T>>,
  fallback: string,
  done: string | ((value: T) => string),
) => Promise<boolean>;

/** What is said takes the focus: the pressed button may be gone. */
export function useSpokenFocus(notice: string) {
  const focused = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  useEffect(() => {
    if (notice !== '') focused.current?.focus();
  }, [notice]);
  return focused;
}

/** Acts, reads the page again, also when the server refused what may be stale, and says what was done. */
export function useAction() {
  const { isBusy, failure, notice, say, submit, clear } = useSubmit();
  const { revalidate } = useRevalidator();
  const focused = useSpokenFocus(notice);

  const act: Act = async (call, fallback, done) => {
    const answer = await submit(call, fallback);
    if (answer.ok || answer.failure.kind === 'rejected') await revalidate();
    if (answer.ok) say(typeof done === 'string' ? done : done(answer.value));
    return answer.ok;
  };
  return { isBusy, failure, notice, focused, act, say, clear };
}
