import { useState } from 'react';
import { DateTimeField } from '../../admin/date-time-field.tsx';
import { publishDateField, publishInstant } from '../../admin/publish-date.ts';
import { useNow } from '../../admin/use-polling.ts';

type SendTimeProps = {
  /** ISO 8601 in UTC; null for now. */
  sendAt: string | null;
  onChange: (sendAt: string | null) => void;
  error: string | undefined;
};

const HOUR_MS = 60 * 60 * 1000;

/** Now, or at a time in the browser's zone, which is also said in the site's. */
export function SendTime({ sendAt, onChange, error }: SendTimeProps) {
  const now = useNow();
  const [field, setField] = useState(publishDateField(sendAt));
  const isLater = sendAt !== null || field !== '';

  function choose(value: string) {
    setField(value);
    onChange(publishInstant(value, sendAt));
  }

  return (
    <fieldset className="text-sm">
      <legend className="font-medium">When</legend>
      {(
        [
          ['Now', false],
          ['At a set time', true],
        ] as const
      ).map(([label, later]) => (
        <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="send-time"
            className="size-5"
            checked={later === isLater}
            onChange={() => choose(later ? nextHour(now) : '')}
          />
          {label}
        </label>
      ))}
      {isLater ? (
        <div className="mt-2">
          <DateTimeField
            label="Time"
            event="Goes out"
            field={field}
            instant={sendAt}
            error={error}
            onChange={(value) => value !== '' && choose(value)}
          />
        </div>
      ) : null}
    </fieldset>
  );
}

/** The full hour after the next, as the value of a datetime-local input. */
function nextHour(now: Date): string {
  const next = new Date(Math.ceil((now.getTime() + HOUR_MS) / HOUR_MS) * HOUR_MS);
  return publishDateField(next.toISOString());
}
