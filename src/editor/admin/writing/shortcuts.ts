import type { Formatting } from './formatting.ts';

export type Tool = Formatting | 'citation' | 'picture' | 'file' | 'insert';

/** A key with Ctrl, or Cmd on a Mac; `code` is independent of the keyboard layout. */
type Keys = { key?: string; code?: string; shift?: boolean; alt?: boolean; shown: string };

/**
 * As on GitHub; headings, sub- and superscript and footnotes as in Google Docs, formulas as in Notion, citations as in
 * Zotero for Google Docs, the insert menu as in Slack.
 */
const KEYS: Partial<Record<Tool, Keys>> = {
  heading2: { code: 'Digit2', alt: true, shown: '2' },
  heading3: { code: 'Digit3', alt: true, shown: '3' },
  bold: { key: 'b', shown: 'B' },
  italic: { key: 'i', shown: 'I' },
  subscript: { key: ',', shown: ',' },
  superscript: { key: '.', shown: '.' },
  code: { key: 'e', shown: 'E' },
  link: { key: 'k', shown: 'K' },
  quote: { code: 'Period', shift: true, shown: '.' },
  numbers: { code: 'Digit7', shift: true, shown: '7' },
  bullets: { code: 'Digit8', shift: true, shown: '8' },
  insert: { code: 'Slash', shown: '/' },
  formula: { code: 'KeyE', shift: true, shown: 'E' },
  structure: { code: 'KeyS', alt: true, shown: 'S' },
  citation: { code: 'KeyC', alt: true, shown: 'C' },
  footnote: { code: 'KeyF', alt: true, shown: 'F' },
};

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'getModifierState'
>;

/** The tool of a shortcut, or null. On a Mac, Ctrl with a letter moves the caret. */
export function toolFor(press: KeyPress, isMac: boolean): Tool | null {
  const isModified = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  // AltGr writes characters, and counts as Ctrl and Alt on Windows.
  if (!isModified || press.getModifierState('AltGraph')) return null;
  const found = Object.entries(KEYS).find(
    ([, { key, code, shift = false, alt = false }]) =>
      press.shiftKey === shift &&
      press.altKey === alt &&
      (key === undefined ? press.code === code : press.key.toLowerCase() === key),
  );
  return (found?.[0] as Tool | undefined) ?? null;
}

export function keysShown(tool: Tool, isMac: boolean): string | null {
  const keys = KEYS[tool];
  if (keys === undefined) return null;
  const { shift = false, alt = false, shown } = keys;
  if (isMac) return `⌘${alt ? '⌥' : ''}${shift ? '⇧' : ''}${shown}`;
  return `Ctrl+${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${shown}`;
}

export function isOnMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
