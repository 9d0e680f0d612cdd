import { Columns2, Eye, Minimize2, PenLine } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type FullPage, type View, WIDE } from './use-full-page.ts';

const VIEWS = [
  { view: 'text', name: 'Text', Icon: PenLine },
  { view: 'both', name: 'Both', Icon: Columns2 },
  { view: 'preview', name: 'Preview', Icon: Eye },
] as const;

type FullPageBarProps = {
  fullPage: FullPage;
  /** The title of the post. */
  title: string;
  /** Words and findings. */
  children: ReactNode;
};

/** The bar above the text in full-page writing. Arrow keys move between the views, as in any group of radio buttons. */
export function FullPageBar({ fullPage, title, children }: FullPageBarProps) {
  const isWide = useIsWide();
  const shown = shownView(fullPage, isWide);
  return (
    <div className="full-page-bar flex items-center gap-3 border-line border-b px-3 py-1">
      <button
        type="button"
        aria-label="Leave full page (Esc)"
        title="Leave full page (Esc)"
        onClick={fullPage.toggle}
        className="icon-button"
      >
        <Minimize2 aria-hidden className="size-[1.15rem]" />
      </button>
      <h1 title={title} className="min-w-0 flex-1 truncate font-medium max-sm:sr-only">
        {title}
      </h1>
      <div className="flex flex-wrap items-center gap-x-4 max-sm:flex-1">{children}</div>
      <fieldset className="flex shrink-0 rounded-md border border-line p-px">
        <legend className="sr-only">View</legend>
        {VIEWS.filter(({ view }) => isWide || view !== 'both').map(({ view, name, Icon }) => (
          <label
            key={view}
            className="relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-[5px] px-2.5 text-muted text-sm transition-colors hover:text-ink has-checked:bg-stone-tint has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-teal"
          >
            <input
              type="radio"
              name="full-page-view"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={view === shown}
              onChange={() => fullPage.setView(view)}
            />
            <Icon aria-hidden className="size-[1.15rem]" />
            <span className="max-[100rem]:sr-only">{name}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** Text and preview stand beside one another. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

/** Where there is no room for both, the text is shown alone. */
export function shownView({ view }: FullPage, isWide: boolean): View {
  return view === 'both' && !isWide ? 'text' : view;
}
