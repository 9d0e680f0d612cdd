/** The form shows minutes in the browser's time zone; the API takes an instant. */

/** An ISO 8601 instant as the value of a datetime-local input; empty for none. */
export function publishDateField(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  const [year, month, day, hours, minutes] = [
    [date.getFullYear(), 4],
    [date.getMonth() + 1, 2],
    [date.getDate(), 2],
    [date.getHours(), 2],
    [date.getMinutes(), 2],
  ].map(([part = 0, width]) => `${part}`.padStart(width ?? 0, '0'));
  return `${year}-${month}-${day}T${hours}:${minutes}`;
}

/**
 * The instant of a datetime-local value in the browser's time zone; null for an empty one. An unchanged
 * field returns the stored instant, with its seconds and the right one of two equal clock times at the end
 * of daylight saving time.
 */
export function publishInstant(field: string, stored: string | null): string | null {
  if (field === publishDateField(stored)) return stored;
  return field === '' ? null : new Date(field).toISOString();
}
