import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page or pasted into it. A file dropped beside its
 * place would otherwise take the browser away from the page.
 *
 * @returns whether files are being dragged over the page
 */
export function useDroppedFiles(take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onFiles = useEffectEvent(take);

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Without a next element the pointer has left the window.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = pastedPictures(event);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    // Before anything on the page, so that no field or dialog takes them first.
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    window.addEventListener('dragover', over, options);
    window.addEventListener('dragleave', leave, options);
    window.addEventListener('drop', drop, options);
    window.addEventListener('paste', paste, options);
    return () => ended.abort();
  }, []);
  return isOver;
}

/** Office programs put a picture of the copied text beside it: in a field, the text is meant. */
function pastedPictures({ clipboardData, target }: ClipboardEvent): File[] {
  if (clipboardData === null) return [];
  const isField = target instanceof Element && target.matches('input, textarea');
  if (isField && clipboardData.types.includes('text/plain')) return [];
  return [...clipboardData.files].filter(({ type }) => type.startsWith('image/'));
}
