import { longDate } from './times.ts';

/** What happened on one day of the reader's zone. */
export type Day<T> = { day: string; items: T[] };

/** Puts a list that is ordered by time into its days, in its own order. */
export function byDay<T>(items: readonly T[], instantOf: (item: T) => string): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const day = longDate(instantOf(item));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
