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
import { isAttachmentFile, isPictureFile } from '../../../media/admin/upload-media.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import type { InsertPopupHandle } from '../inserting/insert-popup.tsx';
import { applyEdit, selectionOf } from './apply-edit.ts';
import { isWebUrl, linkTo } from './formatting.ts';
import { insertPasted } from './insert-pasted.ts';
import { continueList, moveItems } from './list-edits.ts';
import type { PictureUploads } from './picture-uploads.ts';
import { isOnMac, type Tool, toolFor } from './shortcuts.ts';
import { isInCode } from './surroundings.ts';
import type { TextEdit } from './text-edit.ts';
import type { Writing } from './writing.ts';

/**
 * Characters of markup, without the pictures in it: a word processor writes ten for each of the text. Converting more
 * would block typing for seconds.
 */
const MAX_MARKUP = 400_000;

const TOO_LONG =
  'Pasted as plain text because it is too long to convert at once. To keep its formatting, undo and paste it in parts.';

/**
 * Pastes a URL over a selection as a link, and formatted text in the format of the body. Everything else is
 * left to the browser.
 *
 * @param tell says what a paste lost
 * @returns whether it is pasted here
 */
function pasteRich(
  field: HTMLTextAreaElement,
  clipboard: DataTransfer,
  format: BodyFormat,
  uploads: PictureUploads,
  tell: (notice: string) => void,
): boolean {
  const plain = clipboard.getData('text/plain');
  const selection = selectionOf(field);
  const selected = field.value.slice(selection.start, selection.end).trim();
  if (selected !== '' && isWebUrl(plain.trim()) && !isWebUrl(selected)) {
    applyEdit(field, linkTo(plain.trim(), field.value, selection, format));
    return true;
  }
  const html = clipboard.getData('text/html');
  if (html.trim() === '' || isInCode(field.value.slice(0, selection.start), format)) return false;
  if (html.replace(/\bdata:[^"')\s]*/g, '').length > MAX_MARKUP) {
    tell(TOO_LONG);
    return false;
  }
  // A clipboard can be read during the event only.
  const rtf = html.includes('file:') ? clipboard.getData('text/rtf') : '';
  void insertPasted(field, { html, plain, rtf }, format, uploads, tell);
  return true;
}

/** Pictures, and files to download: others are left to the browser. */
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

/**
 * Enter, Tab and Shift+Tab in the list items of a Markdown text. After Escape, Tab leaves the field from anywhere
 * (WCAG 2.1.2).
 *
 * @returns a handler, which tells whether it has handled the key
 */
function useListKeys(): (event: KeyboardEvent<HTMLTextAreaElement>) => boolean {
  const isLeaving = useRef(false);

  return (event) => {
    const wasLeaving = isLeaving.current;
    isLeaving.current = event.key === 'Escape' || (wasLeaving && event.key === 'Shift');
    if (wasLeaving && event.key === 'Tab') return false;
    const edit = editOf(event);
    if (edit === null) return false;
    event.preventDefault();
    applyEdit(event.currentTarget, edit);
    return true;
  };
}

function editOf(event: KeyboardEvent<HTMLTextAreaElement>): TextEdit | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
  if (nativeEvent.isComposing || ctrlKey || metaKey || altKey) return null;
  const { value } = currentTarget;
  const selection = selectionOf(currentTarget);
  if (key === 'Enter' && !shiftKey) return continueList(value, selection);
  return key === 'Tab' ? moveItems(value, selection, shiftKey ? 'out' : 'in') : null;
}
