import { honeypotLabel } from '../../../content/page-labels.ts';
import { HoneypotField } from '../../ui/honeypot-field.tsx';
import { SHOWN_FIELD } from './too-fast.ts';

/** Bot detection for a form that can be posted without scripts: the honeypot and the time of rendering. */
export function Honeypots() {
  return (
    <>
      <HoneypotField label={honeypotLabel} />
      {/* Server and browser render different instants; without scripts the server's is sent. */}
      <input
        type="hidden"
        name={SHOWN_FIELD}
        defaultValue={new Date().toISOString()}
        suppressHydrationWarning
      />
    </>
  );
}
