import { sendSigned } from '../../../admin/api.ts';
import type { PreviewDays, PreviewLink } from '../../preview-links.ts';

/** The REST API of preview links. */

/** A preview link with its URL, which the API returns once. */
export type CreatedPreviewLink = PreviewLink & { address: string };

/** Latest first. */
export function listPreviewLinks(slug: string) {
  return sendSigned<{ links: PreviewLink[] }>('GET', previewLinksPath(slug));
}

export function createPreviewLink(slug: string, days: PreviewDays) {
  return sendSigned<CreatedPreviewLink>('POST', previewLinksPath(slug), { days });
}

export function revokePreviewLink(slug: string, { id }: PreviewLink) {
  return sendSigned<void>('DELETE', `${previewLinksPath(slug)}/${id}`);
}

function previewLinksPath(slug: string): string {
  return `/api/admin/blog/posts/${encodeURIComponent(slug)}/preview-links`;
}
