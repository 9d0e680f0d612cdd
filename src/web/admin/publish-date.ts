/**
 * The publish date between the form, which shows minutes in the reader's zone, and the API, which
 * takes an instant.
 */

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
 * The instant that a datetime-local value means in the reader's zone; null for an empty one. An
 * untouched field gives back the stored instant itself: its seconds, and which of two equal wall
 * clock times was meant when summer time ended.
 */
export function publishInstant(field: string, stored: string | null): string | null {
  if (field === publishDateField(stored)) return stored;
  return field === '' ? null : new Date(field).toISOString();
}
