import { type RefObject, useRef, useState } from 'react';
import { uploadMedia } from '../../../media/admin/upload-media.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';
import type { ShownPreview } from './use-preview.ts';
import { createWrittenText, type WrittenText } from './written-text.ts';

/** A post's text with its picture uploads. */
export type Writing = {
  text: WrittenText;
  uploads: PictureUploads;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** @param content the stored text */
export function useWriting(content: string): Writing {
  const [writing] = useState(() => ({
    text: createWrittenText(content),
    uploads: createPictureUploads(uploadMedia),
  }));
  const field = useRef<HTMLTextAreaElement>(null);
  return { ...writing, field };
}

/** Said where a tool is used in HTML. */
export const IN_HTML =
  'This post is written in HTML. The tools write Markdown, so they are off, and text is pasted without its formatting.';

/** What a text is probably written in, until a preview says. */
export function guessedLanguage(text: string): BodyFormat {
  return /^\s*<\w/.test(text) ? 'html' : 'markdown';
}

/** What a text is written in: as its preview says, unless another beginning was written or pasted since. */
export function languageOf(text: string, preview: ShownPreview | null): BodyFormat {
  const guess = guessedLanguage(text);
  return preview !== null && guessedLanguage(preview.content) === guess ? preview.format : guess;
}
