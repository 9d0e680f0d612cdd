import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Anchor, anchorAt, visibleBand } from '../../../admin/caret-view.ts';
import { applyEdit, replace } from '../writing/text-edit.ts';
import { type SuggestionSource, type Trigger, triggerAt } from './suggestions.ts';

export type Suggestion = {
  id: string;
  name: string;
  note: string;
  text?: (after: string) => string;
  open?: () => void;
};

type Open = Trigger & {
  at: number;
  anchor: Anchor;
};

type SuggestionsOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  isOff: () => boolean;
  suggest: (source: SuggestionSource, query: string) => readonly Suggestion[];
};

export type Suggestions = ReturnType<typeof useSuggestions>;

export const NAMES: Record<SuggestionSource, string> = {
  menu: 'Insert',
  citations: 'References',
  labels: 'Figures, tables and equations',
};

export function useSuggestions({ field, isOff, suggest }: SuggestionsOptions) {
  const [open, setOpen] = useState<Open | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  /** Where a list was closed, by Escape or by a choice: it stays closed while the same is typed on. */
  const dismissed = useRef<number | null>(null);
  const items = open === null ? [] : suggest(open.source, open.query);
  const active = items[open?.at ?? 0];
  const activeId = active === undefined ? undefined : `${id}-${open?.at}`;

  function look() {
    const area = field.current;
    if (area !== null) setOpen(typedAt(area));
  }

  function askedAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const isCaret = selectionStart === selectionEnd && !isOff();
    const trigger = isCaret ? triggerAt(value, selectionStart) : null;
    if (trigger?.start !== dismissed.current) dismissed.current = null;
    return dismissed.current === null ? trigger : null;
  }

  /** What to open for what is typed; the same object if that is open. */
  function typedAt(area: HTMLTextAreaElement): Open | null {
    const trigger = askedAt(area);
    if (trigger === null) return null;
    const { source, query, start } = trigger;
    const isThere = open?.source === source && open.start === start;
    if (isThere && open.query === query) return open;
    const matching = suggest(source, query);
    const isComplete = matching.length === 1 && matching[0]?.id === query;
    if (isComplete || (matching.length === 0 && source !== 'menu')) return null;
    // To find a place in a long text takes longer than a key may.
    return { ...trigger, at: 0, anchor: isThere ? open.anchor : anchorAt(area, start) };
  }

  function choose(suggestion: Suggestion) {
    const area = field.current;
    if (open === null || area === null) return;
    setOpen(null);
    dismissed.current = open.start;
    area.focus({ preventScroll: true });
    const range = { start: open.start, end: area.selectionEnd };
    applyEdit(area, replace(range, suggestion.text?.(area.value.slice(range.end)) ?? ''));
    suggestion.open?.();
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    const { key, shiftKey, ctrlKey, metaKey, nativeEvent } = event;
    if (open === null || nativeEvent.isComposing || ctrlKey || metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined && items.length > 0) {
      setOpen({ ...open, at: (open.at + step + items.length) % items.length });
    } else if (key === 'Escape') {
      dismissed.current = open.start;
      field.current?.focus({ preventScroll: true });
      setOpen(null);
    } else if ((key === 'Enter' || (key === 'Tab' && !shiftKey)) && active !== undefined) {
      choose(active);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Another list is another element. */
  const list = open?.source;
  const onSelection = useEffectEvent(look);
  useLayoutEffect(() => {
    if (list === undefined) return;
    box.current?.showPopover();
    const ended = new AbortController();
    document.addEventListener('selectionchange', () => onSelection(), ended);
    return () => ended.abort();
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what scrolls
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const popup = open && (
    <div
      key={list}
      ref={box}
      popover="auto"
      onToggle={({ newState }) => {
        if (newState === 'closed') setOpen(null);
      }}
      className="fixed m-0 w-[min(24rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-md border border-line bg-surface p-0 text-ink shadow-lg open:flex"
      style={placeBeside(open.anchor)}
    >
      <p role="status" className={items.length > 0 ? 'sr-only' : 'px-4 py-3 text-muted text-sm'}>
        {items.length === 0 ? 'Nothing found.' : `Suggestions: ${items.length}`}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label={NAMES[open.source]}
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
            aria-selected={index === open.at}
            // Keeps the focus in the text, and a phone's keyboard open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(item)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 py-1.5 text-sm hover:bg-stone-tint aria-selected:bg-stone-tint aria-selected:outline-2 aria-selected:outline-teal aria-selected:-outline-offset-2"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{item.name}</span>
            <span className="min-w-0 truncate text-muted text-xs">{item.note}</span>
          </div>
        ))}
      </div>
    </div>
  );

  return {
    popup,
    /** Attributes of the text area, which keeps the focus, and says what is chosen. */
    chosen: activeId && { 'aria-activedescendant': activeId, 'aria-controls': id },
    look,
    /** Returns true if it has handled the key. */
    onKeyDown,
  };
}

/** The least height in pixels with which the list stays below its line. */
const MIN_ROOM = 220;

/** Below a line, or above it where there is more room. */
function placeBeside({ top, bottom, left }: Anchor) {
  const band = visibleBand();
  const width = Math.min(384, window.innerWidth - 16);
  const [below, above] = [band.bottom - bottom - 12, top - band.top - 12];
  const isBelow = below >= MIN_ROOM || below >= above;
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - width - 8)),
    maxHeight: Math.max(120, Math.min(384, isBelow ? below : above)),
    ...(isBelow ? { top: bottom + 8 } : { bottom: window.innerHeight - top + 8, top: 'auto' }),
  };
}
