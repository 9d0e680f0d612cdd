import { useRef, useState } from 'react';
import type { ApiFailure, ApiResult } from '../../admin/api.ts';
import { useConfirmClose } from '../../admin/use-unsaved-changes.ts';
import type { UploadOptions } from './upload-media.ts';

/** Concurrent uploads: the server also processes few pictures at a time. */
const CONCURRENCY = 2;

export type UploadState<M> =
  | { kind: 'waiting' }
  /** `fraction` of the file is sent; at 1 the server processes it. */
  | { kind: 'sending'; fraction: number }
  | { kind: 'done'; media: M }
  | { kind: 'failed'; failure: ApiFailure };

export type Upload<M> = { key: number; file: File; state: UploadState<M> };

/**
 * A queue of uploads; one that fails does not stop the others. Closing the tab needs a confirmation
 * meanwhile; uploads go on across pages of the admin area.
 */
export function useUploads<M>(
  upload: (file: File, options: UploadOptions) => Promise<ApiResult<M>>,
  onUploaded: (media: M) => void,
) {
  const [uploads, setUploads] = useState<Upload<M>[]>([]);
  const waiting = useRef<Upload<M>[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  useConfirmClose(uploads.some(({ state }) => !hasEnded(state)));

  function update(key: number, state: UploadState<M>) {
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

  async function send({ key, file }: Upload<M>) {
    const controller = new AbortController();
    running.current.set(key, controller);
    update(key, { kind: 'sending', fraction: 0 });
    const answer = await upload(file, {
      signal: controller.signal,
      onProgress: (fraction) => update(key, { kind: 'sending', fraction }),
    });
    running.current.delete(key);
    if (answer.ok) {
      update(key, { kind: 'done', media: answer.value });
      onUploaded(answer.value);
    } else if (!controller.signal.aborted) {
      update(key, { kind: 'failed', failure: answer.failure });
    }
    sendNext();
  }

  function enqueue(added: Upload<M>[]) {
    waiting.current.push(...added);
    sendNext();
  }

  function add(files: readonly File[]) {
    const added = files.map((file): Upload<M> => {
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

  function retry(which: readonly Upload<M>[]) {
    for (const { key } of which) update(key, { kind: 'waiting' });
    enqueue([...which]);
  }

  return { uploads, add, dismiss, retry };
}

export function hasEnded({ kind }: { kind: string }): boolean {
  return kind === 'done' || kind === 'failed';
}
