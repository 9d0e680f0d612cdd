import { useState } from 'react';
import { store } from '../../../ui/storage.ts';
import { hasRoomForBoth } from './full-page-bar.tsx';

/** The local-storage key of the state. */
const LIVE_PREVIEW = 'livePreview';

export type LivePreview = ReturnType<typeof useLivePreview>;

/** Whether the preview stands beside the text: as the writer left it; at first where there is room for both. */
export function useLivePreview() {
  const [isOpen, setOpen] = useState(() => {
    const stored = localStorage.getItem(LIVE_PREVIEW);
    return stored === null ? hasRoomForBoth() : stored === 'open';
  });

  function toggle() {
    store(localStorage, LIVE_PREVIEW, isOpen ? 'closed' : 'open');
    setOpen(!isOpen);
  }

  return { isOpen, toggle };
}
