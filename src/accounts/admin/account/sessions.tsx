import { ignoreMissing } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { useAction } from '../../../admin/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import type { account } from '../../api/account.ts';
import type { SessionSummary } from '../../sessions.ts';
import { browserName } from './browser-name.ts';
import { Row } from './row.tsx';

const api = caller<typeof account>();

export function Sessions({ sessions }: { sessions: readonly SessionSummary[] }) {
  const { isBusy, failure, notice, focused, act } = useAction();

  function end(id: string) {
    void act(
      () => ignoreMissing(api('DELETE', '/admin/sessions/:id', { param: { id } })),
      'Failed to sign out. Please try again.',
      'That session has been signed out.',
    );
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
            onClick={() => end(id)}
          >
            Sign out
          </Button>
        )}
      </Row>
    );
  };
  return (
    <>
      <h2 ref={focused} tabIndex={-1} className="font-medium text-lg">
        Where you are signed in
      </h2>
      <p role="status" className="mt-1 text-sm text-teal empty:hidden">
        {notice}
      </p>
      {failure && <ErrorBox className="mt-3">{failure}</ErrorBox>}
      <ul aria-busy={isBusy} className="mt-1 divide-y divide-line">
        {sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)).map(row)}
      </ul>
    </>
  );
}
