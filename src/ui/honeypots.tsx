import { HoneypotField } from './honeypot-field.tsx';

/** Holds the instant at which a form was rendered. */
export const SHOWN_FIELD = 'shown';

/**
 * Bot detection for a form that can be posted without scripts: the honeypot and the time of rendering.
 *
 * @param label for people whose software shows the honeypot
 */
export function Honeypots({ label }: { label: string }) {
  return (
    <>
      <HoneypotField label={label} />
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
