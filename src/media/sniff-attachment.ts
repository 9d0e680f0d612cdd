import { fail, type Result, succeed } from '../server/failure.ts';
import { endingOf } from './attachment-name.ts';
import { ATTACHMENT_TYPES, type AttachmentType } from './attachment-url.ts';
import type { ReceivedFile } from './picture-store.ts';
import { readBytes } from './read-bytes.ts';
import { findTextProblem } from './text-problem.ts';
import { readZipNames } from './zip-names.ts';

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
