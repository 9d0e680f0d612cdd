import {
  Asterisk,
  Bold,
  BookMarked,
  ChevronDown,
  CircleQuestionMark,
  Italic,
  Link,
  List,
  type LucideIcon,
  Plus,
} from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { isOnMac, keysShown, type Tool } from './shortcuts.ts';

/** The insert menu has the others. */
const TOOLS: readonly { tool: Tool; name: string; Icon: LucideIcon }[] = [
  { tool: 'bold', name: 'Bold', Icon: Bold },
  { tool: 'italic', name: 'Italic', Icon: Italic },
  { tool: 'link', name: 'Link', Icon: Link },
  { tool: 'bullets', name: 'Bulleted list', Icon: List },
  { tool: 'citation', name: 'Citation', Icon: BookMarked },
  { tool: 'footnote', name: 'Footnote', Icon: Asterisk },
];

const HELP = 'Writing help (opens in a new tab)';

/** From 768 px on, the targets have at least 24 px (WCAG 2.5.8). */
const BUTTON =
  'grid size-11 md:size-9 shrink-0 cursor-pointer place-items-center rounded-md text-muted transition-colors hover:bg-stone-tint hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-45';

/** Keeps the focus in the text area, and a phone's keyboard open. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = all.findIndex((tool) => tool.matches(':focus'));
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all.at(next === all.length ? 0 : next)?.focus();
}

type ToolbarProps = { onTool: (tool: Tool) => void; isOff: boolean };

/** One stop for Tab, with arrow keys between the buttons (the toolbar pattern of WAI-ARIA). */
export function Toolbar({ onTool, isOff }: ToolbarProps) {
  const [current, setCurrent] = useState(0);
  const stop = (index: number) => ({
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setCurrent(index),
    className: BUTTON,
  });
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={moveByArrows}
      className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:thin]"
    >
      {TOOLS.map(({ tool, name, Icon }, index) => (
        <button
          key={tool}
          type="button"
          aria-label={name}
          aria-disabled={isOff}
          title={`${name} (${keysShown(tool, isOnMac())})`}
          onPointerDown={keepFocus}
          onClick={() => onTool(tool)}
          {...stop(index)}
        >
          <Icon aria-hidden strokeWidth={1.75} className="size-[1.15rem]" />
        </button>
      ))}
      <a
        href="/admin/writing-help"
        target="_blank"
        rel="noopener"
        aria-label={HELP}
        title={HELP}
        {...stop(TOOLS.length)}
      >
        <CircleQuestionMark aria-hidden strokeWidth={1.75} className="size-[1.15rem]" />
      </a>
    </div>
  );
}

export function InsertButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={`Insert (${keysShown('insert', isOnMac())}, or / at the beginning of a line)`}
      onPointerDown={keepFocus}
      onClick={onOpen}
      className="flex min-h-11 shrink-0 cursor-pointer items-center gap-1 rounded-md border border-line bg-surface px-2 font-medium text-sm hover:border-teal md:min-h-9"
    >
      <Plus aria-hidden strokeWidth={1.75} className="size-4 text-teal" />
      Insert
      <ChevronDown aria-hidden strokeWidth={1.75} className="size-4 text-muted" />
    </button>
  );
}
