import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react';
import { revealCaret } from '../../../admin/caret-view.ts';
import { isAttachmentFile, isPictureFile } from '../../../media/admin/upload-media.ts';
import type { Suggestions } from '../inserting/use-suggestions.tsx';
import { continueList, moveItems } from './lists.ts';
import { pasteRich } from './paste.ts';
import { isOnMac, type Tool, toolFor } from './shortcuts.ts';
import { applyEdit, selectionOf, type TextEdit } from './text-edit.ts';
import { IN_HTML, type Writing } from './written-text.ts';

function mediaOf({ files }: DataTransfer): File[] {
  return [...files].filter((file) => isPictureFile(file) || isAttachmentFile(file));
}

/**
 * The clipboard has files and no text: word processors add a picture of copied text. File managers give the name of a
 * copied file as text.
 */
function isMediaOnly(clipboard: DataTransfer): boolean {
  const files = mediaOf(clipboard);
  const text = clipboard.getData('text/plain').trim();
  return files.length > 0 && (text === '' || files.some(({ name }) => name === text));
}

type TextInputOptions = {
  writing: Writing;
  isHtml: () => boolean;
  use: (tool: Tool) => void;
  suggestions: Suggestions;
};

export function useTextInput({ writing, isHtml, use, suggestions }: TextInputOptions) {
  const { text, uploads } = writing;
  /** After Escape, Tab leaves the field from anywhere (WCAG 2.1.2). */
  const isLeaving = useRef(false);
  /** Set by Ctrl+Shift+V: the paste event itself does not say that plain text is wanted. */
  const isPlainPaste = useRef(false);
  const [notice, say] = useState('');

  function onInput({ currentTarget, nativeEvent }: FormEvent<HTMLTextAreaElement>) {
    text.type(currentTarget.value);
    // Chromium does not scroll to what it has undone.
    if (nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('history')) {
      revealCaret(currentTarget);
    }
    suggestions.look();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, shiftKey } = event;
    isPlainPaste.current = shiftKey && event.code === 'KeyV';
    if (suggestions.onKeyDown(event)) return;
    const wasLeaving = isLeaving.current;
    isLeaving.current = key === 'Escape' || (wasLeaving && key === 'Shift');
    const action = wasLeaving && key === 'Tab' ? null : actionOf(event);
    if (action === null) return;
    event.preventDefault();
    action();
  }

  function actionOf(event: KeyboardEvent<HTMLTextAreaElement>): (() => void) | null {
    if (event.nativeEvent.isComposing) return null;
    const { currentTarget } = event;
    const edit = isHtml() ? null : listEdit(event);
    if (edit !== null) return () => applyEdit(currentTarget, edit);
    const tool = toolFor(event, isOnMac());
    return tool === null ? null : () => use(tool);
  }

  function addFiles(event: ClipboardEvent | DragEvent, files: File[]) {
    event.preventDefault();
    if (isHtml()) say(IN_HTML);
    else uploads.add(files);
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { clipboardData, currentTarget } = event;
    const isPlain = isPlainPaste.current;
    isPlainPaste.current = false;
    say('');
    if (isMediaOnly(clipboardData)) addFiles(event, mediaOf(clipboardData));
    else if (isHtml()) {
      if (clipboardData.getData('text/html').trim() !== '') say(IN_HTML);
    } else if (!isPlain && pasteRich(currentTarget, clipboardData, uploads, say)) {
      event.preventDefault();
    }
  }

  function onDrop(event: DragEvent) {
    const files = mediaOf(event.dataTransfer);
    if (files.length > 0) addFiles(event, files);
  }

  function onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  }

  return { handlers: { onInput, onKeyDown, onPaste, onDragOver, onDrop }, notice, say };
}

function listEdit(event: KeyboardEvent<HTMLTextAreaElement>): TextEdit | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget } = event;
  if (ctrlKey || metaKey || altKey) return null;
  const { value } = currentTarget;
  const selection = selectionOf(currentTarget);
  if (key === 'Enter' && !shiftKey) return continueList(value, selection);
  return key === 'Tab' ? moveItems(value, selection, shiftKey ? 'out' : 'in') : null;
}
