import { useRef } from 'react';
import { TextArea } from '../../../ui/field.tsx';
import { insertText, selectionOf } from '../writing/apply-edit.ts';

/** What a button writes; the selection, or the caret, takes the place of the first `·`. */
const PIECES: Readonly<Record<string, string>> = {
  Fraction: '\\frac{·}{}',
  Power: '^{·}',
  Index: '_{·}',
  Root: '\\sqrt{·}',
  Words: '\\mathrm{·}',
  Chemistry: '\\ce{·}',
  Quantity: '\\pu{·}',
  'Greek α': '\\alpha ',
  '×': '\\times ',
};

type TexFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A formula in TeX, with buttons that write it. */
export function TexField({ label, value, onChange }: TexFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  function insert(piece: string) {
    const area = field.current;
    if (area === null) return;
    const { start, end } = selectionOf(area);
    const selected = area.value.slice(start, end);
    const at = start + piece.indexOf('·');
    insertText(
      area,
      piece.replace('·', () => selected),
    );
    if (piece.includes('·')) area.setSelectionRange(at, at + selected.length);
  }

  return (
    <TextArea
      ref={field}
      label={label}
      hint="LaTeX, without the dollars around it."
      rows={3}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      className="font-mono text-sm"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      tools={
        <fieldset aria-label="Parts of formulas" className="mb-1.5 flex flex-wrap gap-1">
          {Object.entries(PIECES).map(([name, piece]) => (
            <button
              key={name}
              type="button"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(piece)}
              className="min-h-11 cursor-pointer rounded-md border border-line bg-surface px-2.5 text-sm hover:border-teal md:min-h-8"
            >
              {name}
            </button>
          ))}
        </fieldset>
      }
    />
  );
}
