type ChartProps = {
  title: string;
  unit: string;
  rows: readonly {
    label: string;
    /** A value, or the two ends of a range, in the chart's unit. */
    value: number | readonly [low: number, high: number];
    /** The value as it is printed. */
    display: string;
  }[];
};

/** A bar chart that is a table: what the bars show stands beside them as text. */
export function BarChart({ title, unit, rows }: ChartProps) {
  const ranges = rows.map(({ value }) =>
    typeof value === 'number' ? ([0, value] as const) : value,
  );
  const longest = Math.max(...ranges.map(([, high]) => high));
  return (
    <table className="w-full border-collapse text-left text-sm">
      <caption className="pb-3 text-left font-medium">
        {title} <span className="font-normal text-muted">({unit})</span>
      </caption>
      <tbody>
        {rows.map(({ label, display }, index) => {
          const [low, high] = ranges[index] ?? [0, 0];
          return (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="w-1/4 py-3 pr-4 font-normal text-muted">
                {label}
              </th>
              <td className="py-3">
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 10"
                  preserveAspectRatio="none"
                  className="block h-2.5 w-full"
                >
                  <rect
                    className="fill-teal"
                    x={(low / longest) * 100}
                    width={((high - low) / longest) * 100}
                    height="10"
                  />
                </svg>
              </td>
              <td className="w-0 whitespace-nowrap py-3 pl-4 text-right tabular-nums">{display}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
