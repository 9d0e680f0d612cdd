import { useSyncExternalStore } from 'react';
import { caller } from '../../admin/caller.ts';
import type { inquiries } from '../api/inquiries.ts';

const api = caller<typeof inquiries>();

let unread: number | null = null;
const listeners = new Set<() => void>();

/** Reads the number again. A failure keeps the last number, without a message: nobody requested it. */
export async function refreshUnread(): Promise<void> {
  const answer = await api('GET', '/admin/inquiries/unread');
  if (!answer.ok) return;
  unread = answer.value.unread;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUnread = () =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => null,
  );
