import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { type OutlineEntry, outlineOf, sectionAt } from './outline.ts';
import { useSelection } from './use-selection.ts';
import type { Writing } from './writing.ts';

/** Counts from the last key. */
const DELAY_MS = 300;

type OutlineNavProps = {
  id: string;
  text: Writing['text'];
  field: RefObject<HTMLTextAreaElement | null>;
  language: () => 'html' | 'markdown';
  /** @param offset of the heading in the text */
  onGo: (offset: number) => void;
};

/** The headings of the text. One stop for Tab, with arrow keys between the headings. */
export function OutlineNav({ id, text, field, language, onGo }: OutlineNavProps) {
  const [outline, setOutline] = useState(() => outlineOf(text.inField(), language()));
  const [current, setCurrent] = useState(-1);
  const list = useRef<HTMLOListElement>(null);

  const refresh = useEffectEvent(() => setOutline(outlineOf(text.inField(), language())));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = text.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => refresh(), DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [text]);

  useSelection(field, ({ selectionEnd }) => setCurrent(sectionAt(outline, selectionEnd)));

  useEffect(() => {
    list.current?.children.item(current)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  /** The text may have changed since the outline was read. */
  function go(index: number) {
    const heading = outlineOf(text.inField(), language())[index];
    if (heading !== undefined) onGo(heading.start);
  }

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(Math.min(next, buttons.length - 1))?.focus();
  }

  return (
    <nav id={id} aria-label="Outline" className="full-page-outline text-sm">
      {outline.length === 0 ? (
        <p className="px-4 py-3 text-muted">No headings yet. Begin a line with ## to add one.</p>
      ) : (
        <ol ref={list} onKeyDown={onKeyDown} className="py-2">
          {outline.map((entry, index) => (
            <OutlineItem
              // biome-ignore lint/suspicious/noArrayIndexKey: headings have no identity but their place
              key={index}
              entry={entry}
              isCurrent={index === current}
              isTabStop={index === Math.max(0, Math.min(current, outline.length - 1))}
              onGo={() => go(index)}
            />
          ))}
        </ol>
      )}
    </nav>
  );
}

type OutlineItemProps = {
  entry: OutlineEntry;
  isCurrent: boolean;
  isTabStop: boolean;
  onGo: () => void;
};

function OutlineItem({ entry, isCurrent, isTabStop, onGo }: OutlineItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? 'location' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onGo}
        style={{ paddingInlineStart: `${1 + (entry.level - 1) * 0.75}rem` }}
        className={`block min-h-11 w-full cursor-pointer border-l-2 py-2 pr-3 text-left leading-snug [overflow-wrap:anywhere] hover:text-ink md:min-h-9 ${isCurrent ? 'border-teal text-ink' : 'border-transparent text-muted'}`}
      >
        <Subscripts text={entry.title || 'Untitled section'} />
      </button>
    </li>
  );
}
