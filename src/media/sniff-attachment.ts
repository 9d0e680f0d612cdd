import { fail, type Result, succeed } from '../server/failure.ts';
import { endingOf } from './attachment-name.ts';
import { ATTACHMENT_TYPES, type AttachmentType } from './attachment-url.ts';
import type { ReceivedFile } from './picture-store.ts';

/** The end record without and with the longest comment (APPNOTE.TXT 6.3.10, section 4.3.16). */
const END_BYTES = 22;
const MAX_END_BYTES = END_BYTES + 0xffff;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;

/** Longer directories are not read: of 100,000 entries, names alone take megabytes. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

/**
 * The names of an archive's entries; empty for one with too many to read, null when it does not end as an archive does.
 */
async function readZipNames(file: ReceivedFile): Promise<string[] | null> {
  const tail = await readBytes(file, Math.max(0, file.bytes - MAX_END_BYTES), file.bytes - 1);
  const at = findEnd(tail);
  if (at === -1) return null;
  const [count, size, start] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  // ZIP64 (section 4.4.1.4) keeps the true numbers elsewhere.
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) return [];
  if (start + size > file.bytes - END_BYTES) return null;
  return size > MAX_DIRECTORY_BYTES
    ? []
    : namesIn(await readBytes(file, start, start + size - 1), count);
}

/** The record whose comment ends with the file: nothing may lie behind the archive. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return -1;
}

function namesIn(directory: Buffer, count: number): string[] | null {
  const names: string[] = [];
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY) return null;
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const end = at + ENTRY_BYTES + (name ?? 0);
    names.push(directory.toString('utf8', at + ENTRY_BYTES, end));
    at = end + (extra ?? 0) + (comment ?? 0);
  }
  return names;
}

/** All but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them.
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/;

/**
 * Reads a file as text, in constant memory: UTF-8, or UTF-16 with a byte-order mark.
 *
 * @returns null for text that is no markup, else the reason in words
 */
async function findTextProblem(file: ReceivedFile): Promise<string | null> {
  const decoder = new TextDecoder(await encodingOf(file), { fatal: true });
  let isAtStart = true;
  try {
    for await (const chunk of file.read(0, file.bytes - 1)) {
      const text = decoder.decode(chunk, { stream: true });
      if (CONTROL.test(text)) return 'This file is not text.';
      const start = isAtStart ? text.trimStart() : '';
      if (start.startsWith('<')) return 'This file is a web page or other markup, not CSV.';
      if (start !== '') isAtStart = false;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'This text is not in UTF-8, so some letters would be lost. Save it as “CSV UTF-8”.';
  }
  return isAtStart ? 'This file contains no text.' : null;
}

async function encodingOf(file: ReceivedFile): Promise<'utf-8' | 'utf-16le' | 'utf-16be'> {
  const mark = (await readBytes(file, 0, 1)).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  return mark === 'feff' ? 'utf-16be' : 'utf-8';
}

const SUPPORTED = 'The library accepts PDF, CSV, ZIP and XLSX files, and pictures.';

const NAMES: Record<AttachmentType, string> = {
  pdf: 'a PDF',
  csv: 'a CSV in UTF-8',
  zip: 'a ZIP',
  xlsx: 'an Excel workbook',
};

/** The end of a PDF is marked within its last bytes (PDF 1.7, appendix H, note 18); some programs add empty lines. */
const PDF_TAIL = 2_048;

/**
 * Detects the type of an attachment from its content; its name must agree with it. Fails with
 * `unsupported-media-type` and a message for the person who uploads.
 */
export async function sniffAttachment(
  file: ReceivedFile,
  name: string,
): Promise<Result<AttachmentType>> {
  const ending = endingOf(name);
  const found = await detect(file, ending);
  if (!found.ok || ending === null || ending === found.value) return found;
  return refuse(
    `This file is named .${ending}, but contains ${NAMES[found.value]}. ${
      isType(ending) ? `Rename it to .${found.value}, or choose the right file.` : SUPPORTED
    }`,
  );
}

async function detect(file: ReceivedFile, ending: string | null): Promise<Result<AttachmentType>> {
  const head = (await readBytes(file, 0, 16)).toString('latin1');
  if (head.startsWith('%PDF-')) return detectPdf(file);
  if (head.startsWith('PK\x03\x04')) return detectZip(file);
  if (head.startsWith('PK\x05\x06')) return refuse('This archive is empty.');
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    return refuse(
      `This workbook is in an old format or has a password. Save it as .xlsx without a password. ${SUPPORTED}`,
    );
  if (ending === 'csv') {
    const problem = await findTextProblem(file);
    return problem === null ? succeed('csv') : refuse(`${problem} ${SUPPORTED}`);
  }
  if (isType(ending))
    return refuse(
      `This file is named .${ending}, but does not contain ${NAMES[ending]}. ${SUPPORTED}`,
    );
  return refuse(`Files of this type are not accepted. ${SUPPORTED}`);
}

async function detectPdf(file: ReceivedFile): Promise<Result<AttachmentType>> {
  const tail = await readBytes(file, Math.max(0, file.bytes - PDF_TAIL), file.bytes - 1);
  return tail.includes('%%EOF') ? succeed('pdf') : refuse('This PDF is damaged or incomplete.');
}

/** Office Open XML (ECMA-376, part 2): a ZIP whose parts are listed in `[Content_Types].xml`. */
async function detectZip(file: ReceivedFile): Promise<Result<AttachmentType>> {
  const names = await readZipNames(file);
  if (names === null)
    return refuse('This archive is damaged or incomplete, or has extra data at its end.');
  if (!names.includes('[Content_Types].xml')) return succeed('zip');
  if (names.some((each) => /(?:^|\/)vbaProject\.bin$/i.test(each)))
    return refuse('This document contains macros. Save it without them, as .xlsx.');
  return succeed(names.some((each) => each.startsWith('xl/')) ? 'xlsx' : 'zip');
}

function isType(ending: string | null): ending is AttachmentType {
  return (ATTACHMENT_TYPES as readonly (string | null)[]).includes(ending);
}

function refuse(detail: string): Result<never> {
  return fail({ kind: 'unsupported-media-type', detail });
}

/** Reads an inclusive range of a file into memory; what lies behind its end is left out. */
async function readBytes(file: ReceivedFile, first: number, last: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(first, Math.min(last, file.bytes - 1))) chunks.push(chunk);
  return Buffer.concat(chunks);
}
