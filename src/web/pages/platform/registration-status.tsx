import { waitlist } from '../../../content/platform.ts';
import type { Registration } from './use-registration.ts';

/** The status of a registration, below the button that opened the form. */
export function RegistrationStatus({ registration }: { registration: Registration | undefined }) {
  return (
    <div role="status" className="order-last basis-full text-sm">
      {registration === undefined ? null : <Outcome {...registration} />}
    </div>
  );
}

const BORDERS = { sending: 'border-line', received: 'border-teal', failed: 'border-danger' };

function Outcome({ state, draft }: Registration) {
  return (
    <div className={`mt-3 max-w-xl border-l-2 pl-4 ${BORDERS[state]}`}>
      <p>{waitlist.registration[state]}</p>
      {state === 'failed' ? (
        <a href={draft} className="prose-link inline-flex min-h-11 items-center">
          {waitlist.registration.openDraft}
        </a>
      ) : null}
    </div>
  );
}
