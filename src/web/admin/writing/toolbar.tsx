import {
  Bold,
  Code,
  Heading2,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Superscript,
  Table,
  TextQuote,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isOnMac, keysShown, type Tool } from './shortcuts.ts';

const TOOLS: readonly { tool: Tool; name: string; Icon: LucideIcon }[] = [
  { tool: 'heading', name: 'Heading', Icon: Heading2 },
  { tool: 'bold', name: 'Bold', Icon: Bold },
  { tool: 'italic', name: 'Italic', Icon: Italic },
  { tool: 'quote', name: 'Quote', Icon: TextQuote },
  { tool: 'code', name: 'Code', Icon: Code },
  { tool: 'link', name: 'Link', Icon: Link },
  { tool: 'bullets', name: 'Bulleted list', Icon: List },
  { tool: 'numbers', name: 'Numbered list', Icon: ListOrdered },
  { tool: 'picture', name: 'Picture', Icon: Image },
  { tool: 'table', name: 'Table', Icon: Table },
  { tool: 'footnote', name: 'Footnote', Icon: Superscript },
];

/** One stop for Tab, with arrow keys between the buttons (the toolbar pattern of WAI-ARIA). */
export function Toolbar({ onTool }: { onTool: (tool: Tool) => void }) {
  const [current, setCurrent] = useState(0);
  const [isMac] = useState(isOnMac);
  const bar = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const last = TOOLS.length - 1;
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    bar.current?.querySelectorAll('button').item(next).focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={onKeyDown}
      className="-mx-2 mb-1 flex flex-wrap"
    >
      {TOOLS.map(({ tool, name, Icon }, index) => {
        const keys = keysShown(tool, isMac);
        return (
          <button
            key={tool}
            type="button"
            aria-label={name}
            title={keys === null ? name : `${name} (${keys})`}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            // Keeps the focus in the text area, and a phone's keyboard open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTool(tool)}
            className="grid size-11 cursor-pointer place-items-center rounded-md text-muted transition-colors hover:bg-stone-tint hover:text-ink"
          >
            <Icon aria-hidden strokeWidth={1.75} className="size-[1.15rem]" />
          </button>
        );
      })}
    </div>
  );
}
