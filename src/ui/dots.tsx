const PITCH = 10;
const SIZE = 6.6;
const GAP = PITCH - SIZE;

type DotsProps = {
  count: number;
  rows: number;
  lastStandsOut?: boolean;
  className?: string;
};

export function Dots({ count, rows, lastStandsOut = false, className = '' }: DotsProps) {
  const columns = Math.ceil(count / rows);
  const plain = lastStandsOut ? count - 1 : count;
  const inRow = (row: number) => Math.ceil((plain - row) / rows);
  // A zero-length dash with round caps is a dot.
  const lines = Array.from(
    { length: rows },
    (_, row) => `M${PITCH / 2} ${row * PITCH + PITCH / 2}h${(inRow(row) - 1) * PITCH + 0.1}`,
  );
  return (
    <svg
      aria-hidden="true"
      viewBox={`${GAP / 2} ${GAP / 2} ${columns * PITCH - GAP} ${rows * PITCH - GAP}`}
      className={`block overflow-visible ${className}`}
    >
      <path
        d={lines.join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth={SIZE}
        strokeLinecap="round"
        strokeDasharray={`0 ${PITCH}`}
        className={lastStandsOut ? 'opacity-25' : undefined}
      />
      {lastStandsOut ? (
        <circle
          cx={(columns - 0.5) * PITCH}
          cy={(((count - 1) % rows) + 0.5) * PITCH}
          r={SIZE / 2}
          className="fill-teal"
        />
      ) : null}
    </svg>
  );
}
