import { useEffect, useEffectEvent, useState } from 'react';
import { type Refusal, refusalMessage, renderPreview } from '../api.ts';
import { createPreviewer, type ShownPreview } from './previewer.ts';
import type { WrittenText } from './written-text.ts';

/** After the last key: soon enough to write by while it is seen, rarely while only words are counted. */
const DELAY_MS = { open: 300, closed: 1_000 };

/**
 * How the text looks, and its words, as the server renders and counts them.
 *
 * @returns the last preview that came (null for an empty text) and why there is no newer one, if so
 */
export function usePreview(text: WrittenText, isOpen: boolean) {
  const [preview, setPreview] = useState<ShownPreview | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const delay = useEffectEvent(() => (isOpen ? DELAY_MS.open : DELAY_MS.closed));

  useEffect(() => {
    const previewer = createPreviewer({
      read: text.inField,
      ask: renderPreview,
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
