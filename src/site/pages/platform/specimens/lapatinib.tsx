import { illustration } from '../../../../content/specimens.ts';
import { structures } from '../../../../content/structures.ts';
import { StructureDrawing } from '../../../../ui/structure.tsx';

/** The centre and radius of lapatinib's furan ring in its drawing (`structures.svg`). */
const FURAN = { x: 334, y: 80, radius: 40 };

export function Lapatinib({ isMarked = false }: { isMarked?: boolean }) {
  const { width, height } = structures.lapatinib;
  return (
    <div className="relative w-60 max-w-full">
      {isMarked ? (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          className="absolute inset-0 size-full overflow-visible"
        >
          <circle
            cx={FURAN.x}
            cy={FURAN.y}
            r={FURAN.radius}
            className="fill-amber-tint stroke-3 stroke-amber"
          />
        </svg>
      ) : null}
      <StructureDrawing
        id="lapatinib"
        scale={0.64}
        title={isMarked ? illustration.alert : illustration.asked}
        className="relative"
      />
    </div>
  );
}
