import { useEffect, useRef } from 'react';
import type { Reference } from '../../../science/references/reference.ts';
import type { InsertKind } from './kinds.ts';

/** A line of the list, and what it stands for. */
export type Suggestion = {
  id: string;
  name: string;
  /** Smaller, behind the name. */
  note: string;
  chosen: { kind: InsertKind } | { edit: true } | { reference: Reference } | { text: string };
};

type SuggestionListProps = {
  id: string;
  name: string;
  items: readonly Suggestion[];
  activeId: string | undefined;
  onChoose: (suggestion: Suggestion) => void;
};

/** A listbox through which the keys of a text field move: that keeps the focus. */
export function SuggestionList({ id, name, items, activeId, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is active then
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <>
      <p role="status" className={items.length > 0 ? 'sr-only' : 'px-4 py-3 text-muted text-sm'}>
        {items.length === 0 ? 'Nothing found.' : `Suggestions: ${items.length}`}
      </p>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={name}
        // What scrolls must be within reach of the keyboard.
        tabIndex={0}
        className="overflow-y-auto p-1.5"
      >
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field handles the keys
          <div
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={`${id}-${index}` === activeId}
            // Keeps the focus in the text, and a phone's keyboard open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(item)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 py-1.5 text-sm hover:bg-stone-tint aria-selected:bg-stone-tint aria-selected:outline-2 aria-selected:outline-teal aria-selected:-outline-offset-2"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{item.name}</span>
            <span className="min-w-0 truncate text-muted text-xs">{item.note}</span>
          </div>
        ))}
      </div>
    </>
  );
}
