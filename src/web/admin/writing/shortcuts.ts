import type { Formatting } from './formatting.ts';

/** An action on the text, by a button or a shortcut. */
export type Tool = Formatting | 'picture';

/** A key with Ctrl, or Cmd on a Mac; `code` is independent of the keyboard layout. */
type Keys = { key?: string; code?: string; shift?: boolean; shown: string };

/** As on GitHub. */
export const KEYS: Partial<Record<Tool, Keys>> = {
  bold: { key: 'b', shown: 'B' },
  italic: { key: 'i', shown: 'I' },
  code: { key: 'e', shown: 'E' },
  link: { key: 'k', shown: 'K' },
  quote: { code: 'Period', shift: true, shown: '.' },
  numbers: { code: 'Digit7', shift: true, shown: '7' },
  bullets: { code: 'Digit8', shift: true, shown: '8' },
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The tool of a shortcut, or null. On a Mac, Ctrl with a letter moves the caret. */
export function toolFor(press: KeyPress, isMac: boolean): Tool | null {
  const isModified = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  if (!isModified || press.altKey) return null;
  const found = Object.entries(KEYS).find(
    ([, { key, code, shift = false }]) =>
      press.shiftKey === shift &&
      (key === undefined ? press.code === code : press.key.toLowerCase() === key),
  );
  return (found?.[0] as Tool | undefined) ?? null;
}

/** "Ctrl+Shift+7", or "⌘⇧7" on a Mac. */
export function keysShown(tool: Tool, isMac: boolean): string | null {
  const keys = KEYS[tool];
  if (keys === undefined) return null;
  const modifiers = isMac ? `⌘${keys.shift ? '⇧' : ''}` : `Ctrl+${keys.shift ? 'Shift+' : ''}`;
  return modifiers + keys.shown;
}

export function isOnMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
