import type { ReactNode } from 'react';
import type { figureLabels, Molecule, Structure } from '../content/molecules.ts';
import { structureUrl } from './structure-url.ts';

type Labels = typeof figureLabels;
type Figure = keyof Labels;

/** Significant decimals; counts have none. */
const DECIMALS: Partial<Record<Figure, number>> = { weight: 1, cLogP: 2, tpsa: 1 };

type DrawingProps = {
  molecule: Molecule;
  structure: Structure;
  /** Pixels per unit of the drawing: a bond is 26 units long, a capital letter 9 high. */
  scale: number;
  /** The accessible name. */
  title: string;
  className?: string;
};

/** The drawing of a molecule in the page's colours: bonds in ink, atom letters in teal. */
export function StructureDrawing({
  molecule: { id },
  structure: { width, height },
  scale,
  title,
  className = '',
}: DrawingProps) {
  return (
    <svg
      role="img"
      viewBox={`0 0 ${width} ${height}`}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      className={`h-auto max-w-full fill-teal stroke-ink text-ink ${className}`}
    >
      <title>{title}</title>
      <use href={structureUrl(id)} />
    </svg>
  );
}

/** Formats a computed figure, without its unit. */
export function figureText(figure: Figure, structure: Structure): string {
  const power = 10 ** (DECIMALS[figure] ?? 0);
  // `toFixed` alone rounds 106.35, stored as slightly less, down.
  const rounded = Math.round(structure[figure] * power) / power;
  return rounded.toFixed(DECIMALS[figure] ?? 0).replace('-', '−');
}

type StructureFigureProps = DrawingProps & {
  labels: Labels;
  /** The figures to show, in order. */
  figures: readonly Figure[];
  /** Stands between the role of the molecule and its figures. */
  children?: ReactNode;
};

/** A molecule with its name, its role, and figures computed from its structure. */
export function StructureFigure({
  labels,
  figures,
  children,
  className = '',
  ...drawing
}: StructureFigureProps) {
  const { molecule, structure } = drawing;
  return (
    <div className={`@container ${className}`}>
      <figure className="grid items-center gap-x-8 gap-y-5 @md:grid-cols-[7fr_5fr]">
        <div className="@md:grid @md:place-items-center">
          <StructureDrawing {...drawing} />
        </div>
        <figcaption className="text-sm">
          <span className="block font-display text-lg leading-tight">{molecule.name}</span>
          <span className="mt-1.5 block text-muted text-xs leading-relaxed">{molecule.role}</span>
          {children}
          <dl className="mt-3 grid grid-cols-[1fr_auto] font-mono text-xs tabular-nums">
            {figures.map((figure) => (
              <div
                key={figure}
                className="col-span-2 grid grid-cols-subgrid border-line border-t py-1"
              >
                <dt className="text-muted">{labels[figure].name}</dt>
                <dd className="text-right">
                  {figureText(figure, structure)}
                  {labels[figure].unit === '' ? null : ` ${labels[figure].unit}`}
                </dd>
              </div>
            ))}
          </dl>
        </figcaption>
      </figure>
    </div>
  );
}
