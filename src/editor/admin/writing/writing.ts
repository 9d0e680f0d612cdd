import { type RefObject, useRef, useState } from 'react';
import { uploadMedia } from '../../../media/admin/upload-media.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';
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

/** What a text is probably written in, until a preview says. */
export function guessedLanguage(text: string): BodyFormat {
  return /^\s*<\w/.test(text) ? 'html' : 'markdown';
}
