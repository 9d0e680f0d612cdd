import type { liveWaitlist } from '../../../content/platform.ts';
import type { Registration } from './use-registration.ts';

type Labels = (typeof liveWaitlist)['registration'];

type RegistrationStatusProps = { registration: Registration | undefined; labels: Labels };

/** The status of a registration, below the button that opened the form. */
export function RegistrationStatus({ registration, labels }: RegistrationStatusProps) {
  return (
    <div role="status" className="order-last basis-full text-sm">
      {registration === undefined ? null : <Outcome {...registration} labels={labels} />}
    </div>
  );
}

const BORDERS = { sending: 'border-line', received: 'border-teal', failed: 'border-danger' };

function Outcome({ state, draft, labels }: Registration & { labels: Labels }) {
  return (
    <div className={`mt-3 max-w-xl border-l-2 pl-4 ${BORDERS[state]}`}>
      <p>{labels[state]}</p>
      {state === 'failed' ? (
        <a href={draft} className="prose-link inline-flex min-h-11 items-center">
          {labels.openDraft}
        </a>
      ) : null}
    </div>
  );
}
