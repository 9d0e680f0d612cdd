import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Without a handler, the browser would leave the page and open a dropped file.
 *
 * @param isTaken files of which none is such a one are left to what is below the pointer
 * @returns whether files are being dragged over the page
 */
export function useDroppedFiles(
  take: (files: File[]) => void,
  isTaken: (file: File) => boolean = () => true,
): boolean {
  const [isDragOver, setDragOver] = useState(false);
  const onFiles = useEffectEvent((files: readonly File[]) => {
    if (!files.some(isTaken)) return false;
    take([...files]);
    return true;
  });

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragOver(true);
    };
    const leave = (event: DragEvent) => {
      // Null when the pointer has left the window.
      if (event.relatedTarget === null) setDragOver(false);
    };
    const drop = (event: DragEvent) => {
      setDragOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (onFiles([...event.dataTransfer.files])) event.stopPropagation();
    };
    const paste = (event: ClipboardEvent) => {
      if (onFiles(pastedFiles(event))) event.preventDefault();
    };
    // Captured, so that no field or dialog handles them first.
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    window.addEventListener('dragover', over, options);
    window.addEventListener('dragleave', leave, options);
    window.addEventListener('drop', drop, options);
    window.addEventListener('paste', paste, options);
    return () => ended.abort();
  }, []);
  return isDragOver;
}

/** Office programs add a picture of the copied text to the clipboard: in a field, the text is pasted. */
function pastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  if (clipboardData === null) return [];
  const isField = target instanceof Element && target.matches('input, textarea');
  if (isField && clipboardData.types.includes('text/plain')) return [];
  return [...clipboardData.files];
}
