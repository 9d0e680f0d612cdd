import { honeypotLabel } from '../content/page-labels.ts';

/** A hidden field that only bots fill in; the label is for people whose software shows it. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        {honeypotLabel}
        <input name="subject" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
