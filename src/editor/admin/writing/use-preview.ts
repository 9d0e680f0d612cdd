import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiFailure, failureMessage, sendSilently } from '../../../admin/api.ts';
import { caller } from '../../../admin/caller.ts';
import { useReachable } from '../../../admin/reachable.ts';
import type { preview as previewCalls } from '../../../posts/api/preview.ts';
import { type CitedFields, createPreviewer, type ShownPreview } from './previewer.ts';
import type { WrittenText } from './written-text.ts';

const api = caller<typeof previewCalls>(sendSilently);

/** The debounce: short while the preview is visible, long while only words are counted. */
const DELAY_MS = { open: 200, closed: 1_000 };

/** @returns the latest preview (null for an empty text), and why it is out of date, if it is */
export function usePreview(text: WrittenText, cited: CitedFields, isOpen: boolean) {
  const [preview, setPreview] = useState<ShownPreview | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const delay = useEffectEvent(() => (isOpen ? DELAY_MS.open : DELAY_MS.closed));

  const readCited = useEffectEvent(() => cited);
  const current = useRef<ReturnType<typeof createPreviewer>>(null);

  // Before the previewer is there, which renders at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the fields is what calls it
  useEffect(() => current.current?.refreshAfter(delay()), [cited]);

  useEffect(() => {
    const previewer = createPreviewer({
      read: text.inField,
      readCited: () => readCited(),
      render: (content, fields) => api('POST', '/admin/preview', { json: { content, ...fields } }),
      onPreview: (next) => {
        setPreview(next);
        setNote(null);
      },
      onFailure: ({ failure }) => setNote(noteOf(failure)),
    });
    current.current = previewer;
    previewer.refreshAfter(0);
    const unsubscribe = text.subscribe(() => previewer.refreshAfter(delay()));
    return () => {
      unsubscribe();
      previewer.stop();
    };
  }, [text]);

  useReachable(() => {
    if (note !== null) current.current?.refreshAfter(0);
  });

  return { preview, note };
}

function noteOf(failure: ApiFailure): string {
  const reasons: Partial<Record<ApiFailure['kind'], string>> = {
    network: 'You are offline',
    unauthenticated: 'Your session has ended',
  };
  const [issue] = failure.kind === 'rejected' ? failure.issues : [];
  const reason =
    reasons[failure.kind] ?? issue?.msg ?? failureMessage(failure, 'The preview failed');
  return `Not up to date. ${reason.replace(/\.$/, '')}.`;
}
