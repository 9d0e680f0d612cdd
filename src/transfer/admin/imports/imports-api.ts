import { type ApiResult, sendSigned } from '../../../admin/api.ts';
import { settled } from '../../../admin/settled.ts';
import { type UploadOptions, upload } from '../../../media/admin/upload-media.ts';
import type { ImportDetails, ListedItem } from '../../import-reading.ts';
import type { ImportSummary } from '../../import-rows.ts';
import type { TakeBackPreview } from '../../take-back.ts';

/** The REST API of imports. */

const IMPORTS = '/api/admin/imports';

/** Items of a page. */
export const PAGE_SIZE = 200;

export type ImportForm = { site: string; author: string; fetchPictures: boolean };

export function readImports() {
  return sendSigned<{ imports: ImportSummary[] }>('GET', IMPORTS);
}

export function readImport(id: string) {
  return sendSigned<ImportDetails>('GET', urlOf(id));
}

/** @param after the position of the last item that is shown; -1 for none */
export function readItems(id: string, after: number) {
  const query = new URLSearchParams({ after: String(after), limit: String(PAGE_SIZE) });
  return sendSigned<{ items: ListedItem[] }>('GET', `${urlOf(id)}/items?${query}`);
}

export function uploadSource(
  file: File,
  { site, author, fetchPictures }: ImportForm,
  options: UploadOptions,
): Promise<ApiResult<ImportDetails>> {
  const query = { site: site.trim(), author: author.trim(), fetchPictures: String(fetchPictures) };
  return settled(() => upload<ImportDetails>(IMPORTS, file, options, query));
}

export function startImport(id: string) {
  return sendSigned<ImportDetails>('POST', `${urlOf(id)}/start`);
}

export function stopImport(id: string) {
  return sendSigned<ImportDetails>('POST', `${urlOf(id)}/stop`);
}

export function readTakeBack(id: string) {
  return sendSigned<TakeBackPreview>('GET', `${urlOf(id)}/take-back`);
}

export function takeBack(id: string) {
  return sendSigned<ImportDetails>('POST', `${urlOf(id)}/take-back`);
}

export function discardImport(id: string) {
  return sendSigned<void>('DELETE', urlOf(id));
}

function urlOf(id: string): string {
  return `${IMPORTS}/${encodeURIComponent(id)}`;
}
