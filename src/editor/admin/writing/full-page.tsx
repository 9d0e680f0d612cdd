import { Columns2, Eye, Maximize2, Minimize2, PenLine } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { keepCaretVisible, revealCaret } from '../../../admin/caret-view.ts';
import { useShortcut } from '../../../admin/use-shortcut.ts';
import { store } from '../../../ui/storage.ts';

type View = 'text' | 'both' | 'preview';

export type FullPage = ReturnType<typeof useFullPage>;

/** Text and preview fit beside one another. */
const WIDE = '(width >= 64rem)';

const VIEW = 'writingView';

export function useStoredSwitch(key: string, initial: boolean) {
  const [isOn, setOn] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : stored === 'on';
  });
  function toggle() {
    store(localStorage, key, isOn ? 'off' : 'on');
    setOn(!isOn);
  }
  return [isOn, toggle] as const;
}

function useIsWide(): boolean {
  const [query] = useState(() => window.matchMedia(WIDE));
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => query.matches,
  );
}

/**
 * What of text and preview is in view; in full-page writing, these cover the window. Nothing is mounted again, since
 * a text area that is would lose its undo history; the styles are in `full-page.css`.
 */
export function useFullPage(field: RefObject<HTMLTextAreaElement | null>) {
  const frame = useRef<HTMLDivElement>(null);
  const [isOn, flip] = useStoredSwitch('fullPageWriting', false);
  const isWide = useIsWide();
  const [chosen, choose] = useState<View>(() =>
    localStorage.getItem(VIEW) === 'text' ? 'text' : 'both',
  );
  const view = chosen === 'both' && !isWide ? 'text' : chosen;
  const scrolled = useRef({ page: 0, text: 0 });

  function setView(next: View) {
    store(localStorage, VIEW, next);
    flushSync(() => choose(next));
  }

  function toggle() {
    const area = field.current;
    if (!isOn) scrolled.current = { page: window.scrollY, text: area?.scrollTop ?? 0 };
    flushSync(flip);
    if (isOn) window.scrollTo({ top: scrolled.current.page, behavior: 'instant' });
    area?.focus({ preventScroll: true });
    if (area === null) return;
    if (isOn) area.scrollTop = scrolled.current.text;
    revealCaret(area);
  }

  useShortcut((event) => {
    const isModified = event.ctrlKey !== event.metaKey && event.shiftKey && !event.altKey;
    const isKey = isModified && event.key.toLowerCase() === 'f';
    return isFree(event) && (isKey || (isOn && event.key === 'Escape'));
  }, toggle);

  useEffect(() => {
    const [{ visualViewport }, { current: element }, { current: area }] = [window, frame, field];
    if (!isOn || element === null || area === null || visualViewport === null) return;
    // Some browsers lay a phone's keyboard over the page, which keeps its size, as when it is zoomed with two fingers.
    const fitIntoView = () => {
      const isFitted = visualViewport.scale < 1.01;
      element.style.height = isFitted ? `${visualViewport.height}px` : '';
      element.style.top = isFitted ? `${visualViewport.offsetTop}px` : '';
    };
    fitIntoView();
    const ended = new AbortController();
    visualViewport.addEventListener('resize', fitIntoView, ended);
    visualViewport.addEventListener('scroll', fitIntoView, ended);
    const leave = keepCaretVisible(area);
    return () => {
      ended.abort();
      leave();
      element.removeAttribute('style');
    };
  }, [isOn, field]);

  return {
    frame,
    isOn,
    toggle,
    isWide,
    view,
    setView,
    /** Called before the text is given the focus, which it cannot have while only the preview is shown. */
    showText: () => {
      if (view === 'preview') setView('both');
    },
  };
}

/** Nothing else has used the key. */
function isFree({ defaultPrevented, isComposing, target }: KeyboardEvent): boolean {
  const isInDialog = target instanceof Element && target.closest('dialog') !== null;
  return !defaultPrevented && !isComposing && !isInDialog;
}

const VIEWS = [
  { view: 'text', name: 'Text', Icon: PenLine },
  { view: 'both', name: 'Both', Icon: Columns2 },
  { view: 'preview', name: 'Preview', Icon: Eye },
] as const;

/** Arrow keys move between the views, as in any group of radio buttons. */
export function ViewSwitch({ fullPage }: { fullPage: FullPage }) {
  const { isOn, isWide, view: shown, setView, toggle } = fullPage;
  const name = isOn ? 'Leave full page (Esc)' : 'Full page';
  const Size = isOn ? Minimize2 : Maximize2;
  return (
    <div className="flex shrink-0">
      <fieldset className="flex rounded-md border border-line p-px">
        <legend className="sr-only">View</legend>
        {VIEWS.filter(({ view }) => isWide || view !== 'both').map(({ view, name, Icon }) => (
          <label
            key={view}
            title={name}
            className="relative inline-flex size-11 cursor-pointer items-center justify-center rounded-[5px] text-muted transition-colors hover:text-ink has-checked:bg-stone-tint has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-teal md:size-10"
          >
            <input
              type="radio"
              name="view"
              aria-label={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={view === shown}
              onChange={() => setView(view)}
            />
            <Icon aria-hidden className="size-[1.15rem]" />
          </label>
        ))}
      </fieldset>
      <button type="button" aria-label={name} title={name} onClick={toggle} className="icon-button">
        <Size aria-hidden className="size-[1.15rem]" />
      </button>
    </div>
  );
}
