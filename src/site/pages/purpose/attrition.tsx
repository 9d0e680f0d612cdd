import type { Chart } from '../../../content/figures.ts';
import { Footnotes, type Note, NoteMark } from '../../../ui/footnotes.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

const COLUMNS = 10;
const DOTS = Array.from({ length: 100 }, (_, index) => index);
const SPACING = 24;
const RADIUS = 8;
/** The space between the outermost dots, with their lines, and the edge of their squares. */
const EDGE = SPACING / 2 - RADIUS - 0.5;

export function Attrition({ chart, note }: { chart: Chart; note: Note }) {
  const [first] = chart.rows;
  const share = typeof first?.value === 'number' ? first.value : 0;
  const fullDots = Math.floor(share);
  return (
    <figure className="tablet:max-lg:grid tablet:max-lg:grid-cols-2 tablet:max-lg:grid-rows-[auto_1fr] tablet:max-lg:gap-x-8">
      <svg
        aria-hidden="true"
        viewBox={`${EDGE} ${EDGE} ${COLUMNS * SPACING - 2 * EDGE} ${(DOTS.length / COLUMNS) * SPACING - 2 * EDGE}`}
        className="block w-full max-w-86 tablet:max-lg:row-span-2 lg:max-w-none"
      >
        <clipPath id="part-of-a-dot">
          <rect
            x={centre(fullDots).x - RADIUS}
            y={centre(fullDots).y - RADIUS}
            width={(share - fullDots) * 2 * RADIUS}
            height={2 * RADIUS}
          />
        </clipPath>
        {DOTS.map((dot) => (
          <circle
            key={dot}
            cx={centre(dot).x}
            cy={centre(dot).y}
            r={RADIUS}
            className={`stroke-[0.75] ${dot < share ? 'stroke-teal' : 'stroke-muted'} ${dot < fullDots ? 'fill-teal' : 'fill-none'}`}
          />
        ))}
        <circle
          cx={centre(fullDots).x}
          cy={centre(fullDots).y}
          r={RADIUS}
          clipPath="url(#part-of-a-dot)"
          className="fill-teal"
        />
      </svg>
      <table className="mt-6 w-full max-w-86 lg:max-w-none border-collapse text-left text-sm">
        <caption className="text-balance pb-3 text-left font-display text-lg leading-tight">
          <Unbroken text={chart.title} />
          <NoteMark id={note.id} number={1} />
        </caption>
        <tbody>
          {chart.rows.map(({ label, display }, index) => (
            <tr key={label} className="border-line border-t last:border-b">
              <th scope="row" className="py-2.5 font-normal">
                <span
                  aria-hidden="true"
                  className={`mr-3 inline-block size-3 rounded-full border align-[-0.05em] ${index === 0 ? 'border-teal bg-teal' : 'border-muted'}`}
                />
                {label}
              </th>
              <td className="py-2.5 text-right tabular-nums">{display}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Footnotes notes={[note]} className="mt-4 max-w-86 lg:max-w-none" />
    </figure>
  );
}

function centre(dot: number) {
  return {
    x: (dot % COLUMNS) * SPACING + SPACING / 2,
    y: Math.floor(dot / COLUMNS) * SPACING + SPACING / 2,
  };
}
