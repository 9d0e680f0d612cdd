import { demo } from '../../../content/home.ts';
import type { MoleculeId } from '../../../content/molecules.ts';
import { structureUrl } from '../../../ui/structure-url.ts';
import shapes from './demo-stage.svg?url';

const ARC = { radius: 84, spacing: 14 };

/**
 * The drawing of the demo; the steps beside it have the same content as text. A structure enters and is
 * probed; the abstract shape that it becomes is measured, changed and fitted. The structure has left
 * before anything is predicted or designed. The shapes are in a file, because they are below the fold.
 *
 * @param step the step on screen, from 0 to 4
 */
export function DemoStage({
  step,
  molecule,
  className,
}: {
  step: number;
  molecule: MoleculeId;
  className: string;
}) {
  return (
    <svg aria-hidden="true" viewBox="0 0 640 400" className={className}>
      <g
        className={`transition-[opacity,translate] duration-1000 ${step < 3 ? 'opacity-25' : 'opacity-100'} ${step === 0 ? 'max-sm:translate-x-[110px]' : ''}`}
      >
        <use href={`${shapes}#field`} className="fill-none stroke-line" />
        <use href={`${shapes}#surface`} className="fill-surface stroke-[1.25] stroke-ink" />
        <use href={`${shapes}#relief`} className="fill-ink" />
      </g>
      {ECHO_DELAYS.map((delay, index) => (
        <use
          key={delay}
          href={`${shapes}#echo-${index + 1}`}
          className={`origin-center fill-none stroke-muted transition-[opacity,scale] duration-700 ease-out [transform-box:fill-box] ${delay} ${step === 1 ? 'opacity-60' : 'scale-90 opacity-0'}`}
        />
      ))}
      {demo.predictions.map(({ name, value }, index) => {
        const radius = ARC.radius + index * ARC.spacing;
        const circumference = Math.round(2 * Math.PI * radius);
        const length = Math.round(value * circumference);
        return (
          <circle
            key={name}
            cx="170"
            cy="200"
            r={radius}
            strokeDasharray={`${length} ${circumference}`}
            strokeDashoffset={step === 2 ? 0 : length}
            transform="rotate(-90 170 200)"
            className={`fill-none stroke-[3] stroke-teal transition-[stroke-dashoffset,opacity] duration-1000 ease-out ${step === 2 ? 'opacity-100' : 'opacity-0'}`}
          />
        );
      })}
      <use
        href={`${shapes}#rough`}
        strokeDasharray={step === 3 ? '3 5' : undefined}
        className={`stroke-[1.5] stroke-ink transition-[opacity,fill] duration-700 ${step === 3 ? 'fill-transparent' : 'fill-teal/15'} ${step === 0 || step === 4 ? 'opacity-0' : ''}`}
      />
      <use
        href={structureUrl(molecule)}
        x="36"
        y="102"
        width="272"
        height="196"
        className={`origin-[170px_200px] fill-teal stroke-ink text-ink transition-[opacity,scale,translate] duration-1000 ease-out ${STRUCTURE_STATES[step] ?? 'scale-40 opacity-0'}`}
      />
      <use
        href={`${shapes}#fitted`}
        className={`origin-center fill-teal transition-[opacity,scale,translate] duration-1000 ease-[cubic-bezier(0.3,0.7,0.1,1)] [transform-box:fill-box] ${step < 3 ? 'scale-90 opacity-0' : ''} ${step === 4 ? 'translate-x-[245px] translate-y-[6px]' : ''}`}
      />
    </svg>
  );
}

const ECHO_DELAYS = ['', 'delay-200', 'delay-400', 'delay-600'];

/** Classes by step; hidden after the last. On phones, larger for the letters of the atoms, beside the surface. */
const STRUCTURE_STATES = [
  'max-sm:translate-x-[60px] max-sm:scale-150',
  'translate-x-2 -translate-y-3 scale-35 opacity-80',
];
