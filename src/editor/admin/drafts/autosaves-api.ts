import { sendSigned } from '../../../admin/api.ts';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';
import type { AutosaveSummary } from '../../../posts/autosaves.ts';

/** The REST API of autosaves. */

/** The unsaved values of a form, stored on the server. */
export type Autosave = {
  document: string;
  values: PostFormValues;
  version: number | null;
  /** Grows with every autosave of the document. */
  sequence: number;
  /** ISO 8601. */
  savedAt: string;
};

export type NewAutosave = Omit<Autosave, 'savedAt'>;

/** The unsaved values of a document, from any browser; null when there are none. */
export function readAutosave(document: string) {
  return sendSigned<Autosave | null>('GET', `/api/admin/autosaves/${document}`);
}

/** All autosaves, latest first, without their texts. */
export function listAutosaves() {
  return sendSigned<{ autosaves: AutosaveSummary[] }>('GET', '/api/admin/autosaves');
}

/** Rejected with 409 when an autosave with this sequence or a greater one is stored. */
export function saveAutosave({ document, ...autosave }: NewAutosave) {
  return sendSigned<Autosave>('PUT', `/api/admin/autosaves/${document}`, autosave);
}

/** @param sequence deletes older autosaves, also one that arrives later; without it, any that is stored */
export function discardAutosave(document: string, sequence?: number) {
  const query = sequence === undefined ? '' : `?sequence=${sequence}`;
  return sendSigned<void>('DELETE', `/api/admin/autosaves/${document}${query}`);
}
