import { insertTextIntoField } from 'text-field-edit';
import type { BodyFormat } from '../../../domain/posts/body.ts';
import { uploadPlaceholder } from '../../../domain/posts/unfinished.ts';
import { refusalMessage } from '../api.ts';
import type { uploadPicture } from '../media/upload-picture.ts';
import { insertText } from './apply-edit.ts';
import { pictureText } from './formatting.ts';

/** A picture that is being uploaded from the text area. */
export type PendingPicture = {
  key: number;
  file: File;
  /** Stands in the text until the upload is done. */
  placeholder: string;
  language: BodyFormat;
  /** The sent fraction of the file, or why the upload failed. */
  state: { kind: 'sending'; fraction: number } | { kind: 'failed'; message: string };
};

export type PictureUploads = ReturnType<typeof createPictureUploads>;

/**
 * Uploads of pictures pasted or dropped into a text area. Each has a placeholder in the text, which may be
 * moved or deleted like any other text; its replacement can be undone like typing.
 */
export function createPictureUploads(upload: typeof uploadPicture) {
  let pictures: readonly PendingPicture[] = [];
  let field: HTMLTextAreaElement | null = null;
  let lastKey = 0;
  /** Pending during an input method's composition, which an insertion would abort. */
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

  function remove(key: number) {
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
    if (answer.ok) remove(key);
    else {
      const message =
        answer.refusal.kind === 'signed-out'
          ? 'Your session has ended: save to sign in again.'
          : refusalMessage(answer.refusal, 'The picture could not be uploaded.');
      update(key, { kind: 'failed', message });
    }
  }

  return {
    /** Sets the text area; null cancels all uploads. */
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
    /** Uploads again, with a placeholder at the caret. */
    retry: ({ key, file, language }: PendingPicture) => {
      remove(key);
      add([file], language);
    },
    /** Aborts an upload, or removes a failed one from the list. */
    dismiss: ({ key, placeholder }: PendingPicture) => {
      controllers.get(key)?.abort();
      controllers.delete(key);
      if (field !== null) replaceText(field, placeholder, '');
      remove(key);
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

/** A placeholder for a file that the text does not contain yet. */
export function placeholderFor(name: string, text: string, language: BodyFormat): string {
  const plain = name.replace(/[[\]\\<>"&\s]+/g, ' ').trim();
  for (let number = 1; ; number++) {
    const distinct = number === 1 ? plain : `${plain} (${number})`;
    const placeholder = uploadPlaceholder(distinct, language);
    if (!text.includes(placeholder)) return placeholder;
  }
}

/** Replaces the first occurrence of a text; selection and scroll position stay. */
function replaceText(field: HTMLTextAreaElement, searched: string, text: string): void {
  const start = field.value.indexOf(searched);
  if (start === -1) return;
  const end = start + searched.length;
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
    return at >= end ? at + text.length - searched.length : start + text.length;
  };
  field.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
  field.scrollTop = scrollTop;
}
