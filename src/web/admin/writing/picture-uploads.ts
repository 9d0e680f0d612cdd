import { insertTextIntoField } from 'text-field-edit';
import type { BodyFormat } from '../../../domain/posts/body.ts';
import { uploadPlaceholder } from '../../../domain/posts/unfinished.ts';
import { refusalMessage } from '../api.ts';
import type { uploadPicture } from '../media/upload-picture.ts';
import { insertText } from './apply-edit.ts';
import { pictureText } from './formatting.ts';

/** A picture on its way from the text area into the library. */
export type PendingPicture = {
  key: number;
  file: File;
  /** What stands in the text until the picture is there. */
  placeholder: string;
  language: BodyFormat;
  /** The sent part of the file, or why it did not come through. */
  state: { kind: 'sending'; fraction: number } | { kind: 'failed'; message: string };
};

export type PictureUploads = ReturnType<typeof createPictureUploads>;

/**
 * Pictures that are pasted or dropped into a text area. Each has a placeholder in the text, which may be
 * moved or deleted like any other text; what it is replaced by can be undone like typing.
 */
export function createPictureUploads(upload: typeof uploadPicture) {
  let pictures: readonly PendingPicture[] = [];
  let field: HTMLTextAreaElement | null = null;
  let lastKey = 0;
  /** Pending while a word is being composed from several keys: to insert anything would break it off. */
  let composed = Promise.resolve();
  const listeners = new Set<() => void>();
  const controllers = new Map<number, AbortController>();

  function change(next: readonly PendingPicture[]) {
    pictures = next;
    for (const listener of listeners) listener();
  }

  function update(key: number, state: PendingPicture['state']) {
    change(pictures.map((each) => (each.key === key ? { ...each, state } : each)));
  }

  function forget(key: number) {
    change(pictures.filter((each) => each.key !== key));
  }

  function add(files: readonly File[], language: BodyFormat) {
    if (field === null || files.length === 0) return;
    const added: PendingPicture[] = [];
    for (const file of files) {
      lastKey += 1;
      const taken = field.value + added.map(({ placeholder }) => placeholder).join('');
      added.push({
        key: lastKey,
        file,
        placeholder: placeholderFor(file.name, taken, language),
        language,
        state: { kind: 'sending', fraction: 0 },
      });
    }
    insertText(field, added.map(({ placeholder }) => placeholder).join('\n'));
    change([...pictures, ...added]);
    for (const picture of added) void send(picture);
  }

  async function send({ key, file, placeholder, language }: PendingPicture) {
    const controller = new AbortController();
    controllers.set(key, controller);
    const answer = await upload(file, {
      signal: controller.signal,
      onProgress: (fraction) => update(key, { kind: 'sending', fraction }),
    });
    await composed;
    controllers.delete(key);
    if (controller.signal.aborted) return;
    if (field !== null) {
      const text = answer.ok ? pictureText(answer.value, language) : '';
      replaceText(field, placeholder, text);
    }
    if (answer.ok) forget(key);
    else {
      const message =
        answer.refusal.kind === 'signed-out'
          ? 'Your session has ended: save to sign in again.'
          : refusalMessage(answer.refusal, 'The picture could not be uploaded.');
      update(key, { kind: 'failed', message });
    }
  }

  return {
    /** Tells where the text is; null when that goes, and with it what is on its way. */
    attach: (next: HTMLTextAreaElement | null) => {
      field = next;
      if (next !== null) {
        next.addEventListener('compositionstart', () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          composed = promise;
          next.addEventListener('compositionend', () => resolve(), { once: true });
        });
        return;
      }
      for (const controller of controllers.values()) controller.abort();
      controllers.clear();
      change([]);
    },
    add,
    /** Once more, at the caret. */
    retry: ({ key, file, language }: PendingPicture) => {
      forget(key);
      add([file], language);
    },
    /** Stops an upload, or takes one that failed off the list. */
    dismiss: ({ key, placeholder }: PendingPicture) => {
      controllers.get(key)?.abort();
      controllers.delete(key);
      if (field !== null) replaceText(field, placeholder, '');
      forget(key);
    },
    list: () => pictures,
    isUnderWay: () => pictures.some(({ state }) => state.kind === 'sending'),
    failures: () => pictures.filter(({ state }) => state.kind === 'failed').length,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** What stands for a file, as nothing in the text does yet. */
export function placeholderFor(name: string, text: string, language: BodyFormat): string {
  const plain = name.replace(/[[\]\\<>"&\s]+/g, ' ').trim();
  for (let number = 1; ; number++) {
    const distinct = number === 1 ? plain : `${plain} (${number})`;
    const placeholder = uploadPlaceholder(distinct, language);
    if (!text.includes(placeholder)) return placeholder;
  }
}

/** Puts something in the place of a text, wherever that is by now; selection and view stay. */
function replaceText(field: HTMLTextAreaElement, searched: string, text: string): void {
  const start = field.value.indexOf(searched);
  if (start === -1) return;
  const end = start + searched.length;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
  field.setSelectionRange(start, end);
  insertTextIntoField(field, text);
  if (field.value.startsWith(searched, start)) {
    // Behind an open dialog nothing can be typed: then without undo.
    field.setRangeText(text, start, end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const moved = (at: number) => {
    if (at <= start) return at;
    return at >= end ? at + text.length - searched.length : start + text.length;
  };
  field.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
  field.scrollTop = scrollTop;
}
