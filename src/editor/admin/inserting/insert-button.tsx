import { ChevronDown, Plus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { isOnMac, keysShown } from '../writing/shortcuts.ts';

type InsertButtonProps = { button: RefObject<HTMLButtonElement | null>; onOpen: () => void };

/** Opens the menu of what can be inserted, also without a keyboard. */
export function InsertButton({ button, onOpen }: InsertButtonProps) {
  const [keys] = useState(() => keysShown('insert', isOnMac()));
  return (
    <button
      ref={button}
      type="button"
      aria-haspopup="listbox"
      title={`Insert (${keys}, or / at the beginning of a line)`}
      // Keeps the focus in the text area, and a phone's keyboard open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className="group flex min-h-11 shrink-0 cursor-pointer items-center rounded-md md:min-h-9"
    >
      <span className="flex min-h-9 items-center gap-1 rounded-md border border-line bg-surface px-2 font-medium text-sm group-hover:border-teal">
        <Plus aria-hidden strokeWidth={1.75} className="size-4 text-teal" />
        Insert
        <ChevronDown aria-hidden strokeWidth={1.75} className="size-4 text-muted" />
      </span>
    </button>
  );
}
