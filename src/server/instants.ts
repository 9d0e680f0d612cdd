/**
 * The tolerated difference between the clocks of two instances. Records that are dated further in the
 * future were written while a clock was wrong, and are rejected.
 */
export const CLOCK_SKEW_MS = 60_000;

/** Adds milliseconds to an instant; both instants are ISO 8601 in UTC. */
export function addMilliseconds(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}
