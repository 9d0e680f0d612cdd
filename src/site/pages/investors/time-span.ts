/** Years as decimals, so that Q2 2026 is from 2026.25 to 2026.5. */
export type TimeSpan = { from: number; to: number };

const DATE = /(?:Q([1-4]) )?(\d{4})/g;

/** The time that "Q4 2025 to Q2 2026", "Q2 2026" or "2027" names; of "2028+", the first year. */
export function timeSpan(text: string): TimeSpan {
  const spans = [...text.matchAll(DATE)].map(([, quarter, year]) =>
    quarter === undefined
      ? { from: Number(year), to: Number(year) + 1 }
      : { from: Number(year) + (Number(quarter) - 1) / 4, to: Number(year) + Number(quarter) / 4 },
  );
  const [first] = spans;
  if (first === undefined) throw new Error(`There is no date in "${text}".`);
  return { from: first.from, to: spans.at(-1)?.to ?? first.to };
}
