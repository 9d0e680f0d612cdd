import { longDate } from '../times.ts';

/** The items of one day in the browser's time zone. */
export type Day<T> = { day: string; items: T[] };

/** Groups a list that is sorted by time into days, in the same order. */
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
