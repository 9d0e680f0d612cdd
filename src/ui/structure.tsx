import { figureLabels, type MoleculeId } from '../content/molecules.ts';
import { structures } from '../content/structures.ts';
import { structureUrl } from './structure-url.ts';

type Figure = keyof typeof figureLabels;

/** Significant decimals; counts have none. */
const DECIMALS: Partial<Record<Figure, number>> = { weight: 1, cLogP: 2, tpsa: 1 };

type DrawingProps = {
  id: MoleculeId;
  /** Pixels per unit of the drawing: a bond is 26 units long, a capital letter 9 high. */
  scale: number;
  title: string;
  className?: string;
};

export function StructureDrawing({ id, scale, title, className = '' }: DrawingProps) {
  const { width, height } = structures[id];
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

export function figureText(figure: Figure, id: MoleculeId): string {
  const decimals = DECIMALS[figure] ?? 0;
  // `toFixed` alone rounds 106.35, stored as slightly less, down.
  const rounded = Math.round(structures[id][figure] * 10 ** decimals) / 10 ** decimals;
  return `${rounded.toFixed(decimals).replace('-', '−')} ${figureLabels[figure].unit}`.trimEnd();
}
