import type { ReactNode } from 'react';
import { TextField } from '../ui/field.tsx';
import { inBothZones } from './zones.ts';

type DateTimeFieldProps = {
  label: string;
  /** The value of a datetime-local input, in the browser's time zone. */
  value: string;
  /** The same in ISO 8601, UTC; null while it is empty. */
  instant: string | null;
  /** What happens then: "Goes out". */
  event: string;
  hint?: ReactNode;
  error?: string | undefined;
  name?: string;
  required?: boolean;
  onChange: (value: string) => void;
};

export function DateTimeField({ instant, event, value, onChange, ...about }: DateTimeFieldProps) {
  return (
    <div className="space-y-3">
      <TextField
        required
        {...about}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {instant === null ? null : (
        <p aria-live="polite" className="border-teal border-l-2 pl-3 text-sm">
          {event} on {inBothZones(instant)}.
        </p>
      )}
    </div>
  );
}
