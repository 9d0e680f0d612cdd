/** The form shows minutes in the browser's time zone; the API takes an instant. */

export function publishDateField(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
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
