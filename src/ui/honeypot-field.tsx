/**
 * A hidden field that only bots fill in.
 *
 * @param label for people whose software shows the field
 */
export function HoneypotField({ label }: { label: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        {label}
        <input name="subject" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
