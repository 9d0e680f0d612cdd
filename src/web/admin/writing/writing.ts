import { type RefObject, useRef, useState } from 'react';
import { uploadPicture } from '../media/upload-picture.ts';
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
    uploads: createPictureUploads(uploadPicture),
  }));
  const field = useRef<HTMLTextAreaElement>(null);
  return { ...writing, field };
}
