import { useSyncExternalStore } from 'react';
import { caller } from '../../admin/caller.ts';
import type { inquiries } from '../api/inquiries.ts';

const api = caller<typeof inquiries>();

let unread: number | null = null;
const listeners = new Set<() => void>();
let lastRequest = 0;

/** Reads the number again. A failure keeps the last number, without a message: nobody requested it. */
export async function refreshUnread(): Promise<void> {
  lastRequest += 1;
  const request = lastRequest;
  const answer = await api('GET', '/admin/inquiries/unread');
  // The response to an earlier request is stale.
  if (!answer.ok || request !== lastRequest) return;
  unread = answer.value.unread;
  for (const listener of listeners) listener();
}

export function useUnread(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => unread,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
