import { writeZip } from './write-zip.ts';

/** An archive of files that are stored uncompressed. */
export function makeZip(files: Record<string, string | Buffer>, comment = ''): Buffer {
  const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
  return writeZip(entries, comment);
}

/** Its first bytes are a PDF's: nothing here reads more. */
export const makePdf = (text = '') => Buffer.from(`%PDF-1.7\n${text}`);

export const CSV = 'concentration,response\n0.1,3\n1,52 µM\n10,97\n';
