import { Columns2, Eye, Minimize2, PenLine } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { FullPage, View } from './use-full-page.ts';

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

/** The bar above the text in full-page writing. */
export function FullPageBar({ fullPage, title, children }: FullPageBarProps) {
  return (
    <div className="full-page-bar">
      <button
        type="button"
        aria-label="Leave full page (Esc)"
        title="Leave full page (Esc)"
        onClick={fullPage.toggle}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-muted transition-colors hover:bg-stone-tint hover:text-ink"
      >
        <Minimize2 aria-hidden className="size-[1.15rem]" />
      </button>
      <div className="full-page-heading">
        <h1 title={title} className="min-w-0 flex-1 truncate font-medium max-sm:sr-only">
          {title}
        </h1>
        <div className="full-page-counts">{children}</div>
      </div>
      <ViewSwitch view={useShownView(fullPage)} onChange={fullPage.setView} />
    </div>
  );
}

/** Arrow keys move between the views, as in any group of radio buttons. */
function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const isWide = useIsWide();
  return (
    <fieldset className="flex shrink-0 rounded-md border border-line p-px">
      <legend className="sr-only">View</legend>
      {VIEWS.filter((each) => isWide || each.view !== 'both').map(({ view: each, name, Icon }) => (
        <label
          key={each}
          className="relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-[5px] px-2.5 text-muted text-sm transition-colors hover:text-ink has-checked:bg-stone-tint has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-teal"
        >
          <input
            type="radio"
            name="full-page-view"
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={each === view}
            onChange={() => onChange(each)}
          />
          <Icon aria-hidden className="size-[1.15rem]" />
          <span className="max-[100rem]:sr-only">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

const WIDE = '(width >= 80rem)';

/** Text and preview stand beside one another. */
export function useIsWide(): boolean {
  return useSyncExternalStore((onChange) => {
    const query = window.matchMedia(WIDE);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, hasRoomForBoth);
}

/** Text and preview fit beside one another. */
export function hasRoomForBoth(): boolean {
  return window.matchMedia(WIDE).matches;
}

/** Where there is no room for both, the text is shown alone. */
export function useShownView({ view }: FullPage): View {
  const isWide = useIsWide();
  return view === 'both' && !isWide ? 'text' : view;
}
