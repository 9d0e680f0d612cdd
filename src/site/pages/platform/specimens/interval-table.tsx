import type { IntervalRow, IntervalSpecimen } from '../../../../content/specimens.ts';
import { Subscripts } from '../../../../ui/subscripts.tsx';

type Axis = IntervalSpecimen['axis'];

export function IntervalTable({ columns, axis, groups }: IntervalSpecimen) {
  return (
    <table className="w-full border-collapse text-left text-xs tabular-nums">
      <thead className="font-mono text-muted">
        <tr>
          <th scope="col" className="w-px py-2 pr-2 sm:pr-4 font-normal">
            {columns.name}
          </th>
          <td className="max-narrow:hidden" />
          <th
            scope="col"
            className="w-px whitespace-nowrap py-2 pl-2 sm:pl-4 text-right font-normal"
          >
            <Subscripts text={columns.value} />
          </th>
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title} className="border-line border-t">
          {groups.length === 1 ? null : (
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-3 pb-0.5 font-normal text-muted">
                {title}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.name} row={row} axis={axis} isGene={columns.name === 'Gene'} />
          ))}
        </tbody>
      ))}
      <tfoot aria-hidden="true" className="max-narrow:hidden font-mono text-muted">
        <tr className="border-line border-t">
          <td />
          <td className="p-0">
            <Ticks axis={axis} />
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Row({ row, axis, isGene }: { row: IntervalRow; axis: Axis; isGene: boolean }) {
  const { name, note, value, low, high } = row;
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-2 sm:pr-4 align-middle font-normal">
        <span className="block whitespace-nowrap font-mono">
          {isGene ? <i className="font-sans">{name}</i> : name}
        </span>
        {note === undefined ? null : (
          <span className="block text-muted sm:whitespace-nowrap">{note}</span>
        )}
      </th>
      <td className="relative h-11 min-w-12 max-narrow:hidden sm:min-w-24 p-0">
        <Interval row={row} axis={axis} />
      </td>
      <td className="whitespace-nowrap py-1.5 pl-2 sm:pl-4 text-right align-middle font-mono">
        {signed(value)}
        <span className="block text-muted">
          {signed(low)} to {signed(high)}
        </span>
      </td>
    </tr>
  );
}

const LOOKS: Record<IntervalRow['kind'], { interval: string; dot: string }> = {
  main: { interval: 'stroke-teal', dot: 'fill-teal stroke-teal' },
  other: { interval: 'stroke-ink', dot: 'fill-ink stroke-ink' },
  weak: { interval: 'stroke-muted [stroke-dasharray:3_3]', dot: 'fill-surface stroke-muted' },
};

/** The rows' drawings touch, so that the lines of the axis run through the table. */
function Interval({ row: { value, low, high, kind }, axis }: { row: IntervalRow; axis: Axis }) {
  const look = LOOKS[kind];
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      {ticksOf(axis).map((tick) => (
        <line
          key={tick}
          x1={at(tick, axis)}
          x2={at(tick, axis)}
          y2="100%"
          className={tick === 0 ? 'stroke-muted' : 'stroke-line'}
        />
      ))}
      <line
        x1={at(low, axis)}
        x2={at(high, axis)}
        y1="50%"
        y2="50%"
        className={`stroke-2 ${look.interval}`}
      />
      <circle cx={at(value, axis)} cy="50%" r="4.5" className={`stroke-[1.5] ${look.dot}`} />
    </svg>
  );
}

function Ticks({ axis }: { axis: Axis }) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="38"
      className="block min-w-12 sm:min-w-24 overflow-visible"
    >
      {ticksOf(axis).map((tick) => (
        <text
          key={tick}
          x={at(tick, axis)}
          y="15"
          textAnchor="middle"
          className={`fill-muted ${tick % 2 === 0 ? '' : 'max-sm:hidden'}`}
        >
          {signed(tick, 0)}
        </text>
      ))}
      <text x="50%" y="33" textAnchor="middle" className="fill-muted">
        <AxisLabel text={axis.label} />
      </text>
    </svg>
  );
}

/** As `Subscripts`, which SVG has none of. */
function AxisLabel({ text }: { text: string }) {
  const [before = '', lowered, after] = text.split(/(?<=IC|log)(50|2)/);
  return (
    <>
      {before}
      <tspan dy="0.25em" fontSize="0.75em">
        {lowered}
      </tspan>
      <tspan dy="-0.19em">{after}</tspan>
    </>
  );
}

function ticksOf({ min, max, step }: Axis): number[] {
  return Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step);
}

function at(value: number, { min, max }: Axis): string {
  return `${(((value - min) / (max - min)) * 100).toFixed(1)}%`;
}

function signed(value: number, decimals = 1): string {
  return value.toFixed(decimals).replace('-', '−');
}
