import { useState } from 'react';
import { forAdministrators } from '../../../accounts/admin/session/verification.ts';
import { failureMessage } from '../../../admin/api.ts';
import { BackLink } from '../../../admin/back-link.tsx';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { LoadFailure } from '../../../admin/load-failure.tsx';
import { orLogin } from '../../../admin/session/expired-session.ts';
import { useNavigateFromHere } from '../../../admin/use-navigate-from-here.ts';
import { usePolling } from '../../../admin/use-polling.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { privateMeta } from '../../../ui/seo.ts';
import type { imports } from '../../api/imports.ts';
import type { ImportDetails } from '../../import-reading.ts';
import type { Route } from './+types/import.ts';
import { countsLabel, isUnderWay, madeLabel, stateLabel, systemLabel } from './import-labels.ts';
import { ItemTable } from './item-table.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { TakeBack } from './take-back.tsx';

const api = caller<typeof imports>();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(`Import: ${loaderData?.loaded?.name ?? ''}`);

export const clientLoader = forAdministrators(
  async ({ params, request }: Route.ClientLoaderArgs) => {
    const answer = orLogin(
      await api('GET', '/admin/imports/:id', { param: params }),
      new URL(request.url),
    );
    return answer.ok
      ? { loaded: answer.value, failure: '' }
      : {
          loaded: null,
          failure: failureMessage(answer.failure, 'Failed to load the import. Please try again.'),
        };
  },
);

/** An import: its dry run, its progress, and what became of each item. */
export default function ImportPage({ loaderData: { loaded, failure } }: Route.ComponentProps) {
  return (
    <div>
      <BackLink to="/admin/imports">Imports</BackLink>
      {loaded === null ? (
        <>
          <h1 className="display text-2xl">Import</h1>
          <LoadFailure message={failure} />
        </>
      ) : (
        <LoadedImport key={loaded.id} loaded={loaded} />
      )}
    </div>
  );
}

function LoadedImport({ loaded }: { loaded: ImportDetails }) {
  const [current, setCurrent] = useState(loaded);
  const pollFailure = usePolling({
    isActive: isUnderWay(current.state),
    read: () => api('GET', '/admin/imports/:id', { param: { id: current.id } }),
    onChange: setCurrent,
  });
  const { id, name, system, state, total, done, notes, problem } = current;
  const { label, tone } = stateLabel(state);
  return (
    <>
      <h1 dir="auto" className="display text-2xl [overflow-wrap:anywhere]">
        {name}
      </h1>
      <section
        aria-label="Progress"
        className="mt-4 rounded-card border border-line bg-surface p-5 md:p-6"
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <span className="text-muted text-sm">{systemLabel(system)}</span>
        </p>
        {isUnderWay(state) ? (
          <div className="mt-4">
            <ProgressBar label="Items" value={done} max={state === 'taking-back' ? 0 : total} />
          </div>
        ) : null}
        <p role="status" className="mt-3 font-medium tabular-nums">
          {state === 'planning' || state === 'running'
            ? `${done.toLocaleString('en')} of ${total.toLocaleString('en')} items`
            : countsLabel(current)}
        </p>
        {isUnderWay(state) ? (
          <p className="mt-1 text-muted text-sm">
            {pollFailure === null
              ? 'It carries on even if you close this page.'
              : 'The progress cannot be loaded at the moment. Trying again…'}
          </p>
        ) : null}
        {problem === null ? null : (
          <div className="mt-4">
            <ErrorBox>{problem}</ErrorBox>
          </div>
        )}
        {notes.map(({ message }) => (
          <p key={message} className="mt-2 text-sm">
            {message}
          </p>
        ))}
        <Actions current={current} onChange={setCurrent} />
      </section>
      {isUnderWay(state) ? null : <ItemTable key={state} id={id} />}
    </>
  );
}

type ActionsProps = { current: ImportDetails; onChange: (next: ImportDetails) => void };

function Actions({ current, onChange }: ActionsProps) {
  const { id, state, counts } = current;
  const { isBusy, failure, submit } = useSubmit();
  const navigate = useNavigateFromHere();
  const hasMade = counts.imported > 0;
  const isPlan = state === 'planning' || state === 'planned';
  const hasEnded = state === 'stopped' || state === 'failed' || state === 'done';
  const mayDiscard = isPlan || (hasEnded && !hasMade);
  const mayTakeBack = hasEnded && hasMade;
  if (!mayDiscard && !mayTakeBack && state !== 'running') return null;

  async function start() {
    const answer = await submit(
      () => api('POST', '/admin/imports/:id/start', { param: { id } }),
      'The import could not be started. Please try again.',
    );
    if (answer.ok) onChange(answer.value);
  }

  async function stop() {
    const answer = await submit(
      () => api('POST', '/admin/imports/:id/stop', { param: { id } }),
      'The import could not be stopped. Please try again.',
    );
    if (answer.ok) onChange(answer.value);
  }

  async function discard() {
    const answer = await submit(
      () => api('DELETE', '/admin/imports/:id', { param: { id } }),
      'It could not be discarded. Please try again.',
    );
    if (answer.ok) await navigate('/admin/imports');
  }

  return (
    <div className="mt-5">
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      <div className="mt-3 flex flex-wrap gap-2">
        {state === 'planned' && counts.planned > 0 ? (
          <Button disabled={isBusy} onClick={start}>
            Import {madeLabel(counts.planned, current)}
          </Button>
        ) : null}
        {state === 'stopped' ? (
          <Button disabled={isBusy} onClick={start}>
            Continue
          </Button>
        ) : null}
        {state === 'running' ? (
          <Button variant="secondary" disabled={isBusy} onClick={stop}>
            Stop
          </Button>
        ) : null}
        {mayDiscard ? (
          <Button variant="secondary" disabled={isBusy} onClick={discard}>
            Discard
          </Button>
        ) : null}
        {mayTakeBack ? <TakeBack id={id} onStarted={onChange} /> : null}
      </div>
    </div>
  );
}
