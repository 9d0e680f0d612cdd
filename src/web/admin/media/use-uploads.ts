import { useRef, useState } from 'react';
import type { Picture } from '../../../domain/media/pictures.ts';
import type { Refusal } from '../api.ts';
import { useConfirmClose } from '../use-confirm-close.ts';
import { uploadPicture } from './upload-picture.ts';

/** Concurrent uploads: the server also processes few pictures at a time. */
const CONCURRENCY = 2;

export type UploadState =
  | { kind: 'waiting' }
  /** `fraction` of the file is sent; at 1 the server processes it. */
  | { kind: 'sending'; fraction: number }
  | { kind: 'done'; picture: Picture }
  | { kind: 'refused'; refusal: Refusal };

export type Upload = { key: number; file: File; state: UploadState };

/**
 * A queue of uploads; one that fails does not stop the others. Closing the tab needs a confirmation
 * meanwhile; uploads go on across pages of the admin area.
 */
export function useUploads(
  onUploaded: (picture: Picture) => void,
  onRefused: (refusal: Refusal) => void,
) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const waiting = useRef<Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  useConfirmClose(uploads.some(({ state }) => !hasEnded(state)));

  function update(key: number, state: UploadState) {
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, state } : each)));
  }

  function removeFromList(key: number) {
    setUploads((before) => before.filter((each) => each.key !== key));
  }

  function sendNext() {
    const next = running.current.size < CONCURRENCY ? waiting.current.shift() : undefined;
    if (next === undefined) return;
    void send(next);
    sendNext();
  }

  async function send({ key, file }: Upload) {
    const controller = new AbortController();
    running.current.set(key, controller);
    update(key, { kind: 'sending', fraction: 0 });
    const answer = await uploadPicture(file, {
      signal: controller.signal,
      onProgress: (fraction) => update(key, { kind: 'sending', fraction }),
    });
    running.current.delete(key);
    if (answer.ok) {
      update(key, { kind: 'done', picture: answer.value });
      onUploaded(answer.value);
    } else if (!controller.signal.aborted) {
      update(key, { kind: 'refused', refusal: answer.refusal });
      onRefused(answer.refusal);
    }
    sendNext();
  }

  function enqueue(added: Upload[]) {
    waiting.current.push(...added);
    sendNext();
  }

  function add(files: readonly File[]) {
    const added = files.map((file): Upload => {
      lastKey.current += 1;
      return { key: lastKey.current, file, state: { kind: 'waiting' } };
    });
    setUploads((before) => [...before.filter(({ state }) => state.kind !== 'done'), ...added]);
    enqueue(added);
  }

  /** Aborts an upload, or removes one that has ended from the list. */
  function dismiss(key: number) {
    waiting.current = waiting.current.filter((each) => each.key !== key);
    running.current.get(key)?.abort();
    removeFromList(key);
  }

  function retry(which: readonly Upload[]) {
    for (const { key } of which) update(key, { kind: 'waiting' });
    enqueue([...which]);
  }

  /** Retries the uploads that failed because the session had ended. */
  function resume() {
    retry(
      uploads.filter(
        ({ state }) => state.kind === 'refused' && state.refusal.kind === 'signed-out',
      ),
    );
  }

  return { uploads, add, dismiss, retry, resume };
}

export function hasEnded(state: UploadState): boolean {
  return state.kind === 'done' || state.kind === 'refused';
}
