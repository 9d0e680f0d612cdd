import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { revealCaret } from '../../../admin/text-area/caret-view.ts';
import type { InsertPopupHandle } from '../inserting/insert-popup.tsx';
import { isMediaOnly, mediaOf, pasteRich } from './paste.ts';
import { isOnMac, type Tool, toolFor } from './shortcuts.ts';
import { useListKeys } from './use-list-keys.ts';
import type { Writing } from './writing.ts';

type TextInputOptions = {
  writing: Writing;
  language: () => 'html' | 'markdown';
  /** Uses a tool by its shortcut. */
  use: (tool: Tool) => void;
  /** The suggestions at the caret. */
  popup: RefObject<InsertPopupHandle | null>;
};

/** What the text area does on input: typing, shortcuts, pasted and dropped content. */
export function useTextInput({ writing, language, use, popup }: TextInputOptions) {
  const { text, uploads } = writing;
  const [isMac] = useState(isOnMac);
  const onListKey = useListKeys();
  /** Set by Ctrl+Shift+V: the paste event itself does not say that plain text is wanted. */
  const isPlainPaste = useRef(false);
  const [pasteNotice, setPasteNotice] = useState('');

  function onInput({ currentTarget, nativeEvent }: FormEvent<HTMLTextAreaElement>) {
    text.type(currentTarget.value);
    // Chromium does not scroll to what it has undone.
    if (nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('history')) {
      revealCaret(currentTarget);
    }
    popup.current?.look();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    isPlainPaste.current = event.shiftKey && event.code === 'KeyV';
    if (popup.current?.onKeyDown(event)) return;
    if (language() === 'markdown' && onListKey(event)) return;
    const tool = event.nativeEvent.isComposing ? null : toolFor(event, isMac);
    if (tool === null) return;
    event.preventDefault();
    use(tool);
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { clipboardData, currentTarget } = event;
    const isPlain = isPlainPaste.current;
    isPlainPaste.current = false;
    setPasteNotice('');
    if (isMediaOnly(clipboardData)) {
      event.preventDefault();
      uploads.add(mediaOf(clipboardData), language());
    } else if (
      !isPlain &&
      pasteRich(currentTarget, clipboardData, language(), uploads, setPasteNotice)
    ) {
      event.preventDefault();
    }
  }

  function onDrop(event: DragEvent) {
    const pictures = mediaOf(event.dataTransfer);
    if (pictures.length === 0) return;
    event.preventDefault();
    uploads.add(pictures, language());
  }

  function onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  }

  return {
    handlers: { onInput, onKeyDown, onPaste, onDragOver, onDrop },
    /** What the last paste lost. */
    pasteNotice,
  };
}
