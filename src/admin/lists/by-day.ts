import { longDate } from '../times.ts';

export type Day<T> = { day: string; items: T[] };

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
