import { invalidField, type Result } from '../server/failure.ts';

export type Unfinished = { kind: 'conflict' | 'upload' /** From 1. */; line: number };

export function uploadPlaceholder(name: string): string {
  return `![Uploading ${name}…]()`;
}

// Bounded repetition: a text may be a single line of 2 MB.
const UPLOAD = /!\[Uploading [^\]]{0,300}…\]\(\)|<img alt="Uploading [^"]{0,300}…">/;

/** As written by `git` and by the form's own merge, at the start of a line. */
const MARKER = /^(?:<{7}|\|{7}|>{7})(?:\s|$)/;

/**
 * Finds the first conflict marker or upload placeholder, also in code; null without one. Such a text is never made
 * public.
 */
export function findUnfinished(content: string): Unfinished | null {
  for (const [index, text] of content.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    if (MARKER.test(text)) return { kind: 'conflict', line };
    if (UPLOAD.test(text)) return { kind: 'upload', line };
  }
  return null;
}

export function refuseUnfinished(field: string, content: string): Result<never> | null {
  const unfinished = findUnfinished(content);
  return unfinished && invalidField(field, unfinishedText(unfinished), 'unfinished');
}

export function unfinishedText({ kind, line }: Unfinished): string {
  return kind === 'conflict'
    ? `Line ${line} is a conflict marker: keep the right text and delete the markers, then publish.`
    : `Line ${line} contains a picture that is not uploaded. Add it again or delete its placeholder, then publish.`;
}
