import {
  Asterisk,
  Bold,
  BookMarked,
  CircleQuestionMark,
  Code,
  Heading2,
  Heading3,
  Heading4,
  Hexagon,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Maximize2,
  Paperclip,
  Sigma,
  Subscript,
  Superscript,
  Table,
  TextQuote,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isOnMac, keysShown, type Tool } from './shortcuts.ts';

export const TOOLS: readonly { tool: Tool; name: string; Icon: LucideIcon }[] = [
  { tool: 'heading2', name: 'Heading 2', Icon: Heading2 },
  { tool: 'heading3', name: 'Heading 3', Icon: Heading3 },
  { tool: 'heading4', name: 'Heading 4', Icon: Heading4 },
  { tool: 'bold', name: 'Bold', Icon: Bold },
  { tool: 'italic', name: 'Italic', Icon: Italic },
  { tool: 'subscript', name: 'Subscript', Icon: Subscript },
  { tool: 'superscript', name: 'Superscript', Icon: Superscript },
  { tool: 'quote', name: 'Quote', Icon: TextQuote },
  { tool: 'code', name: 'Code', Icon: Code },
  { tool: 'link', name: 'Link', Icon: Link },
  { tool: 'bullets', name: 'Bulleted list', Icon: List },
  { tool: 'numbers', name: 'Numbered list', Icon: ListOrdered },
  { tool: 'picture', name: 'Picture', Icon: Image },
  { tool: 'file', name: 'File', Icon: Paperclip },
  { tool: 'table', name: 'Table', Icon: Table },
  { tool: 'formula', name: 'Formula', Icon: Sigma },
  { tool: 'structure', name: 'Structure', Icon: Hexagon },
  { tool: 'citation', name: 'Citation', Icon: BookMarked },
  { tool: 'footnote', name: 'Footnote', Icon: Asterisk },
  { tool: 'full-page', name: 'Full page', Icon: Maximize2 },
];

/** What the insert menu has, too. */
const IN_MENU: ReadonlySet<Tool> = new Set([
  'picture',
  'file',
  'table',
  'formula',
  'structure',
  'citation',
  'footnote',
]);

const HELP = 'Writing help (opens in a new tab)';

/** From 768 px on, the buttons share the row, with targets of at least 24 px (WCAG 2.5.8). */
const BUTTON =
  'grid size-11 shrink-0 md:w-auto md:min-w-6 md:max-w-9 md:flex-1 cursor-pointer place-items-center rounded-md text-muted transition-colors hover:bg-stone-tint hover:text-ink aria-pressed:text-teal';

type ToolbarProps = {
  onTool: (tool: Tool) => void;
  /** The tool that is a switch, while it is on. */
  pressed: Tool | null;
};

/** One stop for Tab, with arrow keys between the buttons (the toolbar pattern of WAI-ARIA). */
export function Toolbar({ onTool, pressed }: ToolbarProps) {
  const [current, setCurrent] = useState(0);
  const [isMac] = useState(isOnMac);
  const bar = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    // Those that the insert menu has, too, are hidden where there is no room for all.
    const shown = [...(bar.current?.querySelectorAll<HTMLElement>('button, a') ?? [])].filter(
      (tool) => tool.offsetWidth > 0,
    );
    const at = shown.findIndex((tool) => tool.matches(':focus'));
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    shown.at(next === shown.length ? 0 : next)?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-1 [scrollbar-width:thin] max-md:overflow-x-auto max-md:pr-8 max-md:[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]"
    >
      {TOOLS.map(({ tool, name, Icon }, index) => {
        const keys = keysShown(tool, isMac);
        return (
          <button
            key={tool}
            type="button"
            aria-label={name}
            aria-pressed={tool === 'full-page' ? pressed === tool : undefined}
            title={keys === null ? name : `${name} (${keys})`}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            // Keeps the focus in the text area, and a phone's keyboard open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTool(tool)}
            data-in-menu={IN_MENU.has(tool) || undefined}
            className={BUTTON}
          >
            <Icon aria-hidden strokeWidth={1.75} className="size-[1.15rem]" />
          </button>
        );
      })}
      <a
        href="/admin/writing-help"
        target="_blank"
        rel="noopener"
        aria-label={HELP}
        title={HELP}
        tabIndex={current === TOOLS.length ? 0 : -1}
        onFocus={() => setCurrent(TOOLS.length)}
        className={BUTTON}
      >
        <CircleQuestionMark aria-hidden strokeWidth={1.75} className="size-[1.15rem]" />
      </a>
    </div>
  );
}
