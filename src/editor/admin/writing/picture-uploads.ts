import type { RefObject } from 'react';
import { insertTextIntoField } from 'text-field-edit';
import { failureMessage } from '../../../admin/api.ts';
import { attachmentLink, isRetryable } from '../../../media/admin/labels.ts';
import {
  isAttachment,
  isPictureFile,
  type uploadMedia,
} from '../../../media/admin/upload-media.ts';
import type { Media } from '../../../media/library.ts';
import { uploadPlaceholder } from '../../../rendering/unfinished.ts';
import { pictureText } from './formatting.ts';
import { applyEdit, insertBlock, insertText, isInCode, selectionOf } from './text-edit.ts';

export type NewPicture = {
  name: string;
  alt: string;
  source: File | { lost: string };
  write?: (address: string) => string;
};

export type PendingPicture = Omit<NewPicture, 'source'> & {
  key: number;
  /** Null until its writer chooses one. */
  file: File | null;
  placeholder: string;
  sending: AbortController;
  state:
    | { kind: 'sending' }
    /** It is in the text, without words for those who do not see it. */
    | { kind: 'undescribed'; text: string }
    | { kind: 'failed'; message: string; isRetryable: boolean };
};

export type PictureUploads = ReturnType<typeof createPictureUploads>;

/**
 * Each has a placeholder in the text, which may be moved or deleted like any other text; its
 * replacement can be undone like typing.
 */
export function createPictureUploads(
  upload: typeof uploadMedia,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  let pictures: readonly PendingPicture[] = [];
  /** One at a time: waiting uploads would hold all connections, and saves would wait for them. */
  let queue = Promise.resolve();
  const placeholders: string[] = [];
  const listeners = new Set<() => void>();

  function change(next: readonly PendingPicture[]) {
    pictures = next;
    for (const listener of listeners) listener();
  }

  const failures = () => pictures.filter(({ state }) => state.kind === 'failed').length;
  const isUnderWay = () => pictures.some(({ state }) => state.kind === 'sending');

  function setState(key: number, state: PendingPicture['state']) {
    change(pictures.map((each) => (each.key === key ? { ...each, state } : each)));
  }

  const remove = (key: number) => change(pictures.filter((each) => each.key !== key));

  /** A picture with its placeholder, to be started when that is in the text. */
  function reserve({ source, ...given }: NewPicture): PendingPicture {
    const taken = (field.current?.value ?? '') + placeholders.join('');
    const placeholder = placeholderFor(given.name, taken);
    const isFile = source instanceof File;
    return {
      ...given,
      key: placeholders.push(placeholder),
      placeholder,
      sending: new AbortController(),
      file: isFile ? source : null,
      state: isFile
        ? { kind: 'sending' }
        : { kind: 'failed', message: source.lost, isRetryable: true },
    };
  }

  function start(added: readonly PendingPicture[]) {
    change([...pictures, ...added]);
    for (const picture of added) queue = queue.finally(() => send(picture));
  }

  function add(files: readonly File[]) {
    const area = field.current;
    if (area === null || files.length === 0) return;
    const added = files.map((file) => reserve({ name: file.name, alt: '', source: file }));
    const texts = added.map(({ placeholder }) => placeholder);
    if (files.some(isPictureFile)) insertParagraph(area, texts.join('\n\n'));
    else insertText(area, texts.join('\n'));
    start(added);
  }

  function arrive({ key, placeholder, alt, write }: PendingPicture, stored: Media) {
    const isFile = isAttachment(stored);
    // The copied alternative text is the writer's; the library's is of another use of the picture.
    const known = isFile ? stored.name : alt || stored.alt;
    const text = isFile
      ? attachmentLink(stored)
      : (write?.(stored.address) ?? pictureText({ ...stored, alt: known }));
    replaceText(field.current, placeholder, text);
    if (known === '' && write === undefined) setState(key, { kind: 'undescribed', text });
    else remove(key);
  }

  async function send(pending: PendingPicture) {
    const { key, file, placeholder, sending } = pending;
    if (file === null || sending.signal.aborted) return;
    const answer = await upload(file, sending.signal);
    if (sending.signal.aborted) return;
    if (answer.ok) return arrive(pending, answer.value.item);
    replaceText(field.current, placeholder, '');
    const message =
      answer.failure.kind === 'unauthenticated'
        ? 'Your session has ended. Save to sign in again.'
        : failureMessage(answer.failure, 'The file could not be uploaded.');
    setState(key, { kind: 'failed', message, isRetryable: isRetryable(answer.failure) });
  }

  return {
    cancelAll: () => {
      for (const { sending } of pictures) sending.abort();
      change([]);
    },
    add,
    reserve,
    start,
    retry: (picture: PendingPicture, file: File) => {
      remove(picture.key);
      if (!field.current?.value.includes(picture.placeholder)) return add([file]);
      start([{ ...picture, file, state: { kind: 'sending' } }]);
    },
    dismiss: ({ key, placeholder, sending }: PendingPicture) => {
      sending.abort();
      replaceText(field.current, placeholder, '');
      remove(key);
    },
    list: () => pictures,
    isUnderWay,
    /** Resolves when no upload is under way, to whether those that were have succeeded. */
    finished: async () => {
      const before = failures();
      while (isUnderWay()) await queue;
      return failures() <= before;
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function placeholderFor(name: string, text: string): string {
  const plain = name.replace(/[[\]\\<>"&|\s]+/g, ' ').trim();
  for (let number = 1; ; number++) {
    const placeholder = uploadPlaceholder(number === 1 ? plain : `${plain} (${number})`);
    if (!text.includes(placeholder)) return placeholder;
  }
}

/** Lines in which a paragraph of its own would end a list, a table or a quotation. */
const PART_OF_BLOCK = /^\s*(?:[-*+>|]|\d+[.)])/;

function insertParagraph(field: HTMLTextAreaElement, text: string): void {
  const before = field.value.slice(0, selectionOf(field).start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (PART_OF_BLOCK.test(line) || isInCode(before)) {
    insertText(field, text);
    return;
  }
  const edit = insertBlock(field.value, selectionOf(field).end, text, text);
  const { end } = edit.selection;
  applyEdit(field, { ...edit, selection: { start: end, end } });
}

/** Replaces the first occurrence of a text; selection and scroll position stay. */
function replaceText(field: HTMLTextAreaElement | null, searched: string, text: string): void {
  const start = field?.value.indexOf(searched) ?? -1;
  if (field === null || start === -1) return;
  // With a paragraph, the blank line after it goes, too.
  const paragraph =
    /^\n\n/.test(field.value.slice(start + searched.length)) &&
    /(?:^|\n\n)$/.test(field.value.slice(0, start));
  const end = start + searched.length + (text === '' && paragraph ? 2 : 0);
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
  field.setSelectionRange(start, end);
  insertTextIntoField(field, text);
  if (field.value.startsWith(searched, start)) {
    // Behind an open dialog typed input has no effect: replace without undo.
    field.setRangeText(text, start, end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const moved = (at: number) => {
    if (at <= start) return at;
    return at >= end ? at + text.length - (end - start) : start + text.length;
  };
  field.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
  field.scrollTop = scrollTop;
}
