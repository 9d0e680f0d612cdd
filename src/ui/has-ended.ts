/**
 * True once the last quarter or year that `period` names is over, as in "Q4 2025", "Q4 2025 to Q2 2026" or
 * "2027". In UTC, ten hours after the site's zone.
 */
export function hasEnded(period: string, now: Date = new Date()): boolean {
  const [, quarter, year] = /(?:Q([1-4]) )?(\d{4})$/.exec(period) ?? [];
  if (year === undefined) return false;
  return now.getTime() >= Date.UTC(Number(year), quarter === undefined ? 12 : Number(quarter) * 3);
}
