import {
  BrushCleaning,
  Ellipsis,
  Eraser,
  LassoSelect,
  type LucideIcon,
  Minus,
  Plus,
  Trash2,
  Undo2,
  Waypoints,
  ZoomIn,
} from 'lucide-react';
import { useId } from 'react';
import type { ToolPlace } from './structure-editor.ts';

type Tool = {
  name: string;
  /** An icon, the lines of one, or letters. */
  look: LucideIcon | { lines: string } | string;
  place: ToolPlace;
  /** It acts at once, and does not stay chosen. */
  isCommand?: boolean;
};

const FIRST: Tool = { name: 'Bond', look: { lines: 'M5 19 19 5' }, place: [0, 5] };

/** The lines of a ring of `size` atoms. */
function ring(size: number): string {
  const corners = Array.from({ length: size }, (_, at) => {
    const angle = (2 * Math.PI * at) / size - Math.PI / (size === 4 ? 4 : 2);
    return `${(12 + 9 * Math.cos(angle)).toFixed(2)} ${(12 + 9 * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}

const rings = [3, 4, 5, 6, 7].map((size, at): Tool => {
  const place = [size % 2 === 0 ? 1 : 0, 7 + Math.floor(at / 2)] as const;
  return { name: `${size}-ring`, look: { lines: ring(size) }, place };
});

/** Opens a dialog that asks for it. */
const OTHER: Tool = { name: 'Another element', look: Ellipsis, place: [1, 16] };

const element = (name: string, look: string, ...place: ToolPlace): Tool => ({ name, look, place });

const GROUPS: readonly (readonly Tool[])[] = [
  [
    { name: 'Undo', look: Undo2, place: [1, 0], isCommand: true },
    { name: 'Clear', look: Trash2, place: [0, 0], isCommand: true },
    { name: 'Tidy up', look: BrushCleaning, place: [0, 1], isCommand: true },
    { name: 'Select', look: LassoSelect, place: [0, 2] },
    { name: 'Erase', look: Eraser, place: [0, 4] },
    { name: 'Zoom and turn', look: ZoomIn, place: [1, 1] },
  ],
  [
    FIRST,
    { name: 'Wedge', look: { lines: 'M5 19 17 4l3 3Z' }, place: [0, 6] },
    { name: 'Hash', look: { lines: 'M5 18l1 1M8 14l2 2M11 10l3 3M14 6l4 4' }, place: [1, 6] },
    { name: 'Chain', look: { lines: 'M2 15l5-6 5 6 5-6 5 6' }, place: [1, 5] },
  ],
  [
    ...rings,
    {
      name: 'Benzene ring',
      look: { lines: `${ring(6)}M17 12a5 5 0 1 0-10 0 5 5 0 1 0 10 0` },
      place: [1, 9],
    },
  ],
  [
    { name: 'Positive charge', look: Plus, place: [0, 10] },
    { name: 'Negative charge', look: Minus, place: [1, 10] },
  ],
  [
    element('Carbon', 'C', 0, 11),
    element('Nitrogen', 'N', 0, 12),
    element('Oxygen', 'O', 0, 13),
    element('Sulfur', 'S', 1, 13),
    element('Phosphorus', 'P', 1, 12),
    element('Silicon', 'Si', 1, 11),
    element('Fluorine', 'F', 0, 14),
    element('Chlorine', 'Cl', 1, 14),
    element('Bromine', 'Br', 0, 15),
    element('Iodine', 'I', 1, 15),
    element('Hydrogen', 'H', 0, 16),
    OTHER,
  ],
];

/** Of reactions alone. */
const MAP: Tool = { name: 'Match atoms', look: Waypoints, place: [1, 2] };

type DrawingToolsProps = {
  isReaction: boolean;
  disabled: boolean;
  /** The symbol of the other element that was chosen last. */
  symbol: string | null;
  onUse: (place: ToolPlace) => void;
};

/** The tools of the editor by name: one of them is chosen, also by the arrow keys. */
export function DrawingTools({ isReaction, disabled, symbol, onUse }: DrawingToolsProps) {
  const group = useId();
  return (
    <fieldset disabled={disabled} className="drawing-tools">
      <legend className="sr-only">Drawing tools</legend>
      {(isReaction ? [...GROUPS, [MAP]] : GROUPS).map((tools) => (
        <div key={tools[0]?.name}>
          {tools
            .map((tool) => showing(tool, symbol))
            .map(({ name, look, place, isCommand = false }) =>
              isCommand ? (
                <button
                  key={`${place}`}
                  type="button"
                  title={name}
                  aria-label={name}
                  onClick={() => onUse(place)}
                >
                  <Look look={look} />
                </button>
              ) : (
                <label key={`${place}`} title={name}>
                  <input
                    type="radio"
                    name={group}
                    aria-label={name}
                    defaultChecked={name === FIRST.name}
                    onClick={() => onUse(place)}
                    onKeyDown={({ key, currentTarget }) => {
                      // No click comes from one that is chosen already.
                      if (key === ' ' && currentTarget.checked) onUse(place);
                    }}
                    className="sr-only"
                  />
                  <Look look={look} />
                </label>
              ),
            )}
        </div>
      ))}
    </fieldset>
  );
}

/** The tool for another element shows which one that is. */
function showing(tool: Tool, symbol: string | null): Tool {
  return tool === OTHER && symbol !== null
    ? { ...tool, name: `${tool.name}: ${symbol}`, look: symbol }
    : tool;
}

function Look({ look }: Pick<Tool, 'look'>) {
  if (typeof look === 'string') return <span aria-hidden>{look}</span>;
  if (!('lines' in look)) {
    const Icon = look;
    return <Icon aria-hidden className="size-5" strokeWidth={1.5} />;
  }
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5 fill-none stroke-[1.5] stroke-current"
    >
      <path d={look.lines} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
