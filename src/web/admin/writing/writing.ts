import { type RefObject, useRef, useState } from 'react';
import { uploadPicture } from '../media/upload-picture.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';
import { createWrittenText, type WrittenText } from './written-text.ts';

/** A post's text with the pictures that are on their way into it. */
export type Writing = {
  text: WrittenText;
  uploads: PictureUploads;
  /** Where the text is typed. */
  field: RefObject<HTMLTextAreaElement | null>;
};

/** @param content the text to begin with, as it is stored */
export function useWriting(content: string): Writing {
  const [writing] = useState(() => ({
    text: createWrittenText(content),
    uploads: createPictureUploads(uploadPicture),
  }));
  const field = useRef<HTMLTextAreaElement>(null);
  return { ...writing, field };
}
