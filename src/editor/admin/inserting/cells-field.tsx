import { Plus } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { type Cells, cellsOf, cellsText, putCells, widest } from './cells.ts';

/** Cells; each is a control. */
const MAX_SHOWN = 1_000;

type CellsFieldProps = {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A table to be filled in. Enter goes to the cell below, also in a new row; what is pasted fills cells. */
export function CellsField({ label, hint, value, onChange }: CellsFieldProps) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const cells = cellsOf(value);
  const width = widest(cells.map((row) => row.length));

  if (cells.length * width > MAX_SHOWN) {
    return (
      <TextArea
        // The cell that these were pasted into had it.
        autoFocus
        label={label}
        hint="Too many cells to show as a table. Write one row per line, with tabs between cells."
        rows={12}
        className="font-mono text-sm"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }

  const change = (changed: Cells) => onChange(cellsText(changed));

  function paste(event: ClipboardEvent, row: number, column: number) {
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').trimEnd();
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    change(putCells(cells, row, column, cellsOf(text)));
  }

  function onKeyDown(event: KeyboardEvent, row: number, column: number) {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.key === 'Enter' && row + 1 === cells.length) change([...cells, []]);
    // Once the new row is rendered.
    setTimeout(() => {
      const inputs = table.current?.rows[row + step]?.querySelectorAll('input');
      inputs?.item(column)?.focus();
    });
  }

  return (
    <fieldset className="min-w-0" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="overflow-x-auto rounded-md border border-line">
        <table ref={table} className="w-full border-collapse text-sm">
          <tbody>
            {cells.map((row, y) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its position
              <tr key={y}>
                {Array.from({ length: width }, (_, x) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its position
                  <td key={x} className="border border-line p-0">
                    <input
                      aria-label={`${y === 0 ? 'Header' : `Row ${y}`}, column ${x + 1}`}
                      value={row[x] ?? ''}
                      onChange={({ target }) => change(putCells(cells, y, x, [[target.value]]))}
                      onPaste={(event) => paste(event, y, x)}
                      onKeyDown={(event) => onKeyDown(event, y, x)}
                      autoComplete="off"
                      className={`min-h-11 w-full min-w-28 bg-surface px-2.5 focus-visible:-outline-offset-2 ${y === 0 ? 'font-medium' : ''}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button variant="secondary" onClick={() => change([...cells, []])}>
          <Plus aria-hidden className="size-4" />
          Row
        </Button>
        <Button variant="secondary" onClick={() => change(putCells(cells, 0, width, [['']]))}>
          <Plus aria-hidden className="size-4" />
          Column
        </Button>
      </div>
    </fieldset>
  );
}
