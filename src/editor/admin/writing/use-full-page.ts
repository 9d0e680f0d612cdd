import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { keepCaretVisible, revealCaret } from '../../../admin/caret-view.ts';
import { useShortcut } from '../../../admin/use-shortcut.ts';
import { store } from '../../../ui/storage.ts';

/** The local-storage key of the mode. */
const FULL_PAGE = 'fullPageWriting';

/** What is in view. From 80rem on text and preview have room beside one another. */
export type View = 'text' | 'both' | 'preview';

export type FullPage = ReturnType<typeof useFullPage>;

/**
 * Full-page writing: the post form covers the window and shows the text alone. Nothing is mounted again, since
 * a text area that is would lose its undo history; the styles are in `full-page.css` and `full-page-panes.css`.
 */
export function useFullPage(field: RefObject<HTMLTextAreaElement | null>) {
  const frame = useRef<HTMLDivElement>(null);
  const [isOn, setOn] = useState(() => localStorage.getItem(FULL_PAGE) === 'on');
  const [view, setView] = useState<View>('both');
  /** How far the page and the text are scrolled below, where the form is shown again. */
  const scrolled = useRef({ page: 0, text: 0 });

  function toggle() {
    const area = field.current;
    if (!isOn) scrolled.current = { page: window.scrollY, text: area?.scrollTop ?? 0 };
    store(localStorage, FULL_PAGE, isOn ? 'off' : 'on');
    flushSync(() => {
      setOn(!isOn);
      setView('both');
    });
    if (isOn) window.scrollTo({ top: scrolled.current.page, behavior: 'instant' });
    area?.focus({ preventScroll: true });
    if (area === null) return;
    if (isOn) area.scrollTop = scrolled.current.text;
    revealCaret(area);
  }

  useShortcut(isFullPageKey, toggle);
  useShortcut((event) => isOn && isLeaving(event), toggle);

  useLayoutEffect(() => {
    if (!isOn || frame.current === null) return;
    const covered = surroundingsOf(frame.current).filter((element) => !element.inert);
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, [isOn]);

  useEffect(() => {
    return isOn && field.current !== null ? keepCaretVisible(field.current) : undefined;
  }, [isOn, field]);

  useVisualViewport(({ type }) => {
    if (frame.current !== null) fitIntoView(frame.current, isOn);
    if (type === 'resize' && field.current !== null && field.current === document.activeElement) {
      revealCaret(field.current);
    }
  });
  useLayoutEffect(() => {
    if (frame.current !== null) fitIntoView(frame.current, isOn);
  }, [isOn]);

  return {
    frame,
    isOn,
    toggle,
    view,
    setView,
    /** Called before the text is given the focus, which it cannot have while only the preview is shown. */
    showText: () => {
      if (view === 'preview') flushSync(() => setView('both'));
    },
  };
}

/** Ctrl+Shift+F, or Cmd+Shift+F on a Mac. */
function isFullPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return false;
  const isModified = event.ctrlKey !== event.metaKey && event.shiftKey && !event.altKey;
  return isModified && event.key.toLowerCase() === 'f' && !isInDialog(event);
}

/** Escape, when nothing else has used it. */
function isLeaving(event: KeyboardEvent): boolean {
  return (
    event.key === 'Escape' && !event.isComposing && !event.defaultPrevented && !isInDialog(event)
  );
}

function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

/** All that is beside an element or one of its ancestors. */
function surroundingsOf(element: Element): HTMLElement[] {
  const parent = element.parentElement;
  if (parent === null || element === document.body) return [];
  const siblings = [...parent.children].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each !== element,
  );
  return [...siblings, ...surroundingsOf(parent)];
}

/** Calls back when a phone's keyboard, or anything else, changes what is visible of the window. */
function useVisualViewport(onChange: (event: Event) => void): void {
  const listener = useEffectEvent(onChange);
  useEffect(() => {
    const { visualViewport } = window;
    const call = (event: Event) => listener(event);
    visualViewport?.addEventListener('resize', call);
    visualViewport?.addEventListener('scroll', call);
    return () => {
      visualViewport?.removeEventListener('resize', call);
      visualViewport?.removeEventListener('scroll', call);
    };
  }, []);
}

/**
 * Fits the frame into what a phone's keyboard leaves of the window. Some browsers make the page smaller for
 * it (`interactive-widget=resizes-content`), others lay the keyboard over the page.
 */
function fitIntoView({ style }: HTMLElement, isOn: boolean): void {
  const { visualViewport } = window;
  // Zoomed in with two fingers, the window shows a part of the page, which keeps its size.
  const isFitted = isOn && visualViewport !== null && visualViewport.scale < 1.01;
  style.height = isFitted ? `${visualViewport.height}px` : '';
  style.top = isFitted ? `${visualViewport.offsetTop}px` : '';
}
