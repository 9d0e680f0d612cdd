import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiResult } from './api.ts';
import { useSubmit } from './use-submit.ts';

export type Act = <T>(
  call: () => Promise<ApiResult<T>>,
  fallback: string,
  done: string | ((value: T) => string),
) => Promise<boolean>;

/**
 * Acts, reads the page again, and says what was done. The focus goes to `focused`: the pressed button may be gone. What the
 * server refused may be of a stale page, which is read again, too.
 */
export function useAction() {
  const { isBusy, failure, submit, clear } = useSubmit();
  const { revalidate } = useRevalidator();
  const [notice, say] = useState('');
  const focused = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  useEffect(() => {
    if (notice !== '') focused.current?.focus();
  }, [notice]);

  const act: Act = async (call, fallback, done) => {
    say('');
    const answer = await submit(call, fallback);
    if (answer.ok || answer.failure.kind === 'rejected') await revalidate();
    if (answer.ok) say(typeof done === 'string' ? done : done(answer.value));
    return answer.ok;
  };
  return { isBusy, failure, notice, focused, act, say, clear };
}
