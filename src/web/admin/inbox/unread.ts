import { useSyncExternalStore } from 'react';
import { readUnread } from './inbox-api.ts';

/** How many inquiries nobody has opened, for every part of the page that says so. */
let unread: number | null = null;
const listeners = new Set<() => void>();
let lastRequest = 0;

/** Asks the server again. Without an answer the last number stands: nobody has asked for it. */
export async function refreshUnread(): Promise<void> {
  lastRequest += 1;
  const request = lastRequest;
  const answer = await readUnread();
  // A later request has counted what this one may not have.
  if (!answer.ok || request !== lastRequest) return;
  unread = answer.value.unread;
  for (const listener of listeners) listener();
}

/** The number; null before it is known. */
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
