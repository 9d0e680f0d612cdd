import { useEffect, useEffectEvent, useState } from 'react';
import { type Refusal, refusalMessage, renderPreview } from '../api.ts';
import { createPreviewer, type ShownPreview } from './previewer.ts';
import type { WrittenText } from './written-text.ts';

/** The debounce: short while the preview is visible, long while only words are counted. */
const DELAY_MS = { open: 300, closed: 1_000 };

/** @returns the latest preview (null for an empty text), and why it is out of date, if it is */
export function usePreview(text: WrittenText, isOpen: boolean) {
  const [preview, setPreview] = useState<ShownPreview | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const delay = useEffectEvent(() => (isOpen ? DELAY_MS.open : DELAY_MS.closed));

  useEffect(() => {
    const previewer = createPreviewer({
      read: text.inField,
      render: renderPreview,
      onPreview: (next) => {
        setPreview(next);
        setNote(null);
      },
      onFailure: ({ refusal }) => setNote(noteOf(refusal)),
    });
    previewer.refreshAfter(0);
    const unsubscribe = text.subscribe(() => previewer.refreshAfter(delay()));
    return () => {
      unsubscribe();
      previewer.stop();
    };
  }, [text]);

  return { preview, note };
}

function noteOf(refusal: Refusal): string {
  const reasons: Partial<Record<Refusal['kind'], string>> = {
    network: 'There is no network',
    'signed-out': 'Your session has ended',
  };
  const [issue] = refusal.kind === 'refused' ? refusal.issues : [];
  const reason = reasons[refusal.kind] ?? issue?.msg ?? refusalMessage(refusal, 'It failed');
  return `Not up to date. ${reason.replace(/\.$/, '')}.`;
}
