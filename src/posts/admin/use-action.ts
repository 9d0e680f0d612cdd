import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiResult } from '../../admin/api.ts';
import { useSubmit } from '../../admin/use-submit.ts';

export type Act = <T>(
  call: () => Promise<ApiResult<T>>,
  fallback: string,
  done: string | ((value: T) => string),
) => Promise<boolean>;

/** Acts, reads the page again, and says what was done. The focus leaves the pressed button, which may be gone. */
export function useAction() {
  const { isBusy, failure, submit } = useSubmit();
  const { revalidate } = useRevalidator();
  const [notice, setNotice] = useState('');
  const focused = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  const act: Act = async (call, fallback, done) => {
    setNotice('');
    const answer = await submit(call, fallback);
    if (!answer.ok) return false;
    await revalidate();
    setNotice(typeof done === 'string' ? done : done(answer.value));
    focused.current?.focus();
    return true;
  };
  return { isBusy, failure, notice, focused, act };
}
