import { decodeString } from 'micromark-util-decode-string';
import type { CslItem } from './reference.ts';

/** UTF-16 code units of a pasted text. */
export const MAX_PASTED = 200_000;

export type ReadRecord = {
  /** Where it begins, from 1. */
  line: number;
  key: string;
  csl: CslItem;
};

export type Refusal = { line: number; column?: number; message: string };

export type ReadRecords = { records: ReadRecord[]; refusals: Refusal[] };

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

export function withoutEntities(text: string): string {
  return text.replace(/&#?\w{1,31};/g, decodeString);
}
