import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, DONE, ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Button } from '../../../ui/button.tsx';
import type { account } from '../../api/account.ts';
import type { SessionSummary } from '../../sessions.ts';
import { browserName } from './browser-name.ts';
import { Row } from './row.tsx';

const api = caller<typeof account>();

export function Sessions({ sessions }: { sessions: readonly SessionSummary[] }) {
  const { isBusy, failure, submit } = useSubmit();
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const own = sessions.filter(({ isCurrent }) => isCurrent);

  async function end(ended: readonly { id: string }[], done: string) {
    setNotice('');
    const answer = await submit(() => endAll(ended), 'Failed to sign out. Please try again.');
    await revalidate();
    if (!answer.ok) return;
    setNotice(done);
    // The pressed button, which had the focus, is removed.
    heading.current?.focus();
  }

  const row = ({ id, isCurrent, userAgent, createdAt, lastUsedAt }: SessionSummary) => {
    const name = browserName(userAgent);
    return (
      <Row
        key={id}
        title={name.charAt(0).toUpperCase() + name.slice(1)}
        badges={[isCurrent && 'This session']}
        details={`${isCurrent ? '' : `Last used ${dateAndTime(lastUsedAt)}. `}Since ${dateAndTime(createdAt)}.`}
      >
        {isCurrent ? null : (
          <Button
            variant="secondary"
            disabled={isBusy}
            aria-label={`Sign out: ${name}, since ${dateAndTime(createdAt)}`}
            onClick={() => end([{ id }], 'That session has been signed out.')}
          >
            Sign out
          </Button>
        )}
      </Row>
    );
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
        Where you are signed in
      </h2>
      <p role="status" className="mt-1 text-sm text-teal empty:hidden">
        {notice}
      </p>
      {failure === null ? null : (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <ul aria-busy={isBusy} className="mt-1 divide-y divide-line">
        {[...own, ...others].map(row)}
      </ul>
      {others.length < 2 ? null : (
        <Button
          variant="danger"
          className="mt-4"
          disabled={isBusy}
          onClick={() => end(others, 'All other sessions have been signed out.')}
        >
          Sign out of all {others.length} other sessions
        </Button>
      )}
    </>
  );
}

async function endAll(sessions: readonly { id: string }[]): Promise<ApiResult<void>> {
  for (const { id } of sessions) {
    const answer = await ignoreMissing(api('DELETE', '/admin/sessions/:id', { param: { id } }));
    if (!answer.ok) return answer;
  }
  return DONE;
}
