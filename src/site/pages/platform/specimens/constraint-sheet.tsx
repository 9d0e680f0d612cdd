import { figureLabels, molecules } from '../../../../content/molecules.ts';
import { constraints } from '../../../../content/platform.ts';
import { structures } from '../../../../content/structures.ts';
import { figureText, StructureDrawing } from '../../../../ui/structure.tsx';
import { Sheet } from './specimen.tsx';

const molecule = molecules[constraints.molecule];

export function ConstraintSheet() {
  const { title, text, columns, limits, motifs, note } = constraints;
  return (
    <Sheet title={title}>
      <div className="mt-4 grid items-end gap-x-8 gap-y-4 border-line border-t pt-5 sm:grid-cols-[auto_1fr]">
        <StructureDrawing
          id={molecule.id}
          scale={0.8}
          title={constraints.structure.replace('{name}', molecule.name.toLowerCase())}
        />
        <p className="text-sm">
          <span className="font-display text-lg">{molecule.name}</span>
          <span className="block text-muted text-xs">{molecule.role}</span>
        </p>
      </div>
      <div>
        <p className="mt-6 text-muted text-sm">{text}</p>
        <table className="mt-6 w-full border-collapse text-left font-mono text-xs tabular-nums">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-2 font-normal">
                {columns.figure}
              </th>
              <td className="hidden w-1/4 sm:table-cell" />
              <th scope="col" className="py-2 text-right font-normal">
                {columns.value}
              </th>
              <th scope="col" className="py-2 pl-4 text-right font-normal sm:whitespace-nowrap">
                {columns.limit}
              </th>
            </tr>
          </thead>
          <tbody>
            {limits.map((limit) => (
              <LimitRow key={limit.figure} {...limit} />
            ))}
          </tbody>
        </table>
        <p className="mt-6 text-muted text-xs">{motifs.title}</p>
        <dl className="mt-1 font-mono text-xs">
          {motifs.items.map(({ name, finding, isRejected }) => (
            <div key={name} className="flex justify-between gap-4 border-line border-t py-2.5">
              <dt>{name}</dt>
              <dd className={`text-right ${isRejected ? '' : 'text-muted'}`}>{finding}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 border-line border-t pt-4 text-muted text-xs leading-relaxed">{note}</p>
      </div>
    </Sheet>
  );
}

function LimitRow({ figure, limit }: (typeof constraints.limits)[number]) {
  const value = structures[molecule.id][figure];
  const isOver = value > limit;
  return (
    <tr className="border-line border-t last:border-b">
      <th scope="row" className="py-2.5 pr-4 font-normal sm:whitespace-nowrap">
        {figureLabels[figure].name}
      </th>
      <td className="hidden sm:table-cell">
        <Gauge share={value / limit} />
      </td>
      <td className={`whitespace-nowrap py-2.5 pl-4 text-right ${isOver ? '' : 'text-muted'}`}>
        {figureText(figure, molecule.id)}
        <span className="sr-only">, {isOver ? constraints.over : constraints.within}</span>
      </td>
      <td className={`py-2.5 pl-4 text-right ${isOver ? 'text-ink' : 'text-muted'}`}>{limit}</td>
    </tr>
  );
}

/** A bar of the share of the limit, which is at 75% of the width. */
function Gauge({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" width="100%" height="12" className="block">
      <line x2="100%" y1="6" y2="6" className="stroke-line" />
      <line x2={`${Math.min(share, 1) * 75}%`} y1="6" y2="6" className="stroke-4 stroke-teal" />
      {share > 1 ? (
        <line
          x1="75%"
          x2={`${Math.min(share * 75, 100)}%`}
          y1="6"
          y2="6"
          strokeDasharray="2 2"
          className="stroke-4 stroke-ink"
        />
      ) : null}
      <line x1="75%" x2="75%" y2="12" className="stroke-ink" />
    </svg>
  );
}
