import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Keeps it closed in full-page writing, where a list that appears while one types would move the text. */
export function useFold(isFullPage: boolean) {
  const [isOpen, setOpen] = useState(false);
  return isFullPage ? { isOpen, toggle: () => flushSync(() => setOpen(!isOpen)) } : undefined;
}
