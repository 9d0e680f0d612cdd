import { type RefObject, useEffect, useRef, useState } from 'react';
import { uploadMedia } from '../../../media/admin/upload-media.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import { createPictureUploads } from './picture-uploads.ts';
import type { ShownPreview } from './use-preview.ts';

/**
 * It is outside React, so that a key press renders nothing: with a text of a hundred kilobytes the
 * form would be too slow to type in.
 */
export type WrittenText = ReturnType<typeof createWrittenText>;

export function createWrittenText(initial: string, area?: RefObject<HTMLTextAreaElement | null>) {
  let filledWith = initial;
  let field = fieldText(initial);
  let stored: string | null = initial;
  const listeners = new Set<() => void>();

  function notify() {
    for (const listener of listeners) listener();
  }

  return {
    read: () => {
      stored ??= storedText(field, filledWith);
      return stored;
    },
    inField: () => field,
    isBlank: () => field.trim() === '',
    type: (value: string) => {
      if (value === field) return;
      field = value;
      stored = null;
      notify();
    },
    replace: (text: string) => {
      filledWith = text;
      field = fieldText(text);
      stored = text;
      if (area?.current) area.current.value = field;
      notify();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function fieldText(stored: string): string {
  return stored.replace(/\r\n?/g, '\n');
}

/**
 * @param stored the text that the area was filled with: unchanged, it stays byte for byte; else all
 * lines get its usual break
 */
export function storedText(field: string, stored: string): string {
  if (!stored.includes('\r')) return field;
  if (field === fieldText(stored)) return stored;
  const breaks: readonly string[] = stored.match(/\r\n?|\n/g) ?? [];
  const ofWindows = breaks.filter((each) => each === '\r\n');
  return 2 * ofWindows.length > breaks.length ? field.replaceAll('\n', '\r\n') : field;
}

export type Writing = ReturnType<typeof useWriting>;

export function useWriting(content: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [writing] = useState(() => ({
    text: createWrittenText(content, field),
    uploads: createPictureUploads(uploadMedia, field),
  }));
  useEffect(() => writing.uploads.cancelAll, [writing]);
  return { ...writing, field };
}

export const IN_HTML =
  'This post is written in HTML. The tools write Markdown, so they are off, and text is pasted without its formatting.';

export function guessedLanguage(text: string): BodyFormat {
  return /^\s*<\w/.test(text) ? 'html' : 'markdown';
}

/** What a text is written in: as its preview says, unless another beginning was written or pasted since. */
export function languageOf(text: string, preview: ShownPreview | null): BodyFormat {
  const guess = guessedLanguage(text);
  return preview !== null && guessedLanguage(preview.content) === guess ? preview.format : guess;
}
