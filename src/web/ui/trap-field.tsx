/**
 * A field that people do not see and programs fill in; what was sent with it is not a person's.
 *
 * @param label for whoever meets it all the same
 */
export function TrapField({ label }: { label: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        {label}
        <input name="subject" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
