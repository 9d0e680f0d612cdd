import { Columns2, Eye, Maximize2, Minimize2, PenLine } from 'lucide-react';
import type { FullPage } from './use-full-page.ts';

const VIEWS = [
  { view: 'text', name: 'Text', Icon: PenLine },
  { view: 'both', name: 'Both', Icon: Columns2 },
  { view: 'preview', name: 'Preview', Icon: Eye },
] as const;

/** What is in view, and whether it covers the window. Arrow keys move between the views, as in any group of radio buttons. */
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
