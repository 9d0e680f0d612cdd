import { useEffect, useEffectEvent, useState } from 'react';
import { type ApiResult, failureMessage, sendSilently } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import type { preview as previewCalls } from '../../../posts/api/preview.ts';
import type { AuthoredFields } from '../../../posts/fields.ts';
import type { BodyPreview } from '../../../posts/preview.ts';
import type { WrittenText } from './written-text.ts';

export type CitedFields = Pick<AuthoredFields, 'references' | 'citationStyle'>;

/** A preview and the text that it was rendered from, with the text area's line breaks. */
export type ShownPreview = BodyPreview & { content: string };

const api = caller<typeof previewCalls>(sendSilently);

/** The debounce: short while the preview is visible, long while only words are counted. */
const DELAY_MS = { open: 200, closed: 1_000 };

/** @returns the latest preview (null for an empty text), and why it is out of date, if it is */
export function usePreview(text: WrittenText, cited: CitedFields, isOpen: boolean) {
  const [preview, setPreview] = useState<ShownPreview | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const delay = useEffectEvent(() => (isOpen ? DELAY_MS.open : DELAY_MS.closed));
  const render = useEffectEvent(async (): Promise<() => void> => {
    const content = text.inField();
    const json = { content, ...cited };
    const answer: ApiResult<BodyPreview> | null =
      content.trim() === '' ? null : await api('POST', '/admin/preview', { json });
    return () => {
      const failure = answer === null || answer.ok ? null : answer.failure;
      setNote(failure && `Not up to date. ${failureMessage(failure, 'The preview failed.')}`);
      if (answer === null) setPreview(null);
      else if (answer.ok) setPreview({ ...answer.value, content });
    };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the fields is another preview
  useEffect(() => {
    const refresher = createRefresher(() => render());
    refresher.refreshAfter(0);
    const ended = new AbortController();
    window.addEventListener('online', () => refresher.refreshAfter(0), ended);
    const unsubscribe = text.subscribe(() => refresher.refreshAfter(delay()));
    return () => {
      ended.abort();
      unsubscribe();
      refresher.stop();
    };
  }, [text, cited]);

  return { preview, note };
}

/** @param read returns what is to be done with the answer */
export function createRefresher(read: () => Promise<() => void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  let isStopped = false;
  let queue = Promise.resolve();

  async function refresh(number: number) {
    if (number !== latest) return;
    const show = await read();
    if (!isStopped) show();
  }

  return {
    refreshAfter: (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const number = ++latest;
        queue = queue.then(() => refresh(number));
      }, delay);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
