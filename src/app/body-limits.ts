import { MAX_ATTACHMENT_BYTES } from '../media/attachment-url.ts';
import { MAX_PICTURE_BYTES } from '../media/picture-url.ts';
import { type LargerBodies, LONGEST_BODY_S, limitOf } from '../server/http/body-limit.ts';

const MIB = 1024 * 1024;
const POST = limitOf(2 * MIB);

const ATTACHMENT = {
  bytes: MAX_ATTACHMENT_BYTES,
  seconds: LONGEST_BODY_S,
  detail: `A file can be up to ${MAX_ATTACHMENT_BYTES / MIB} MB; this one is larger.`,
};

const PICTURE = {
  bytes: MAX_PICTURE_BYTES,
  detail: `A picture can be up to ${MAX_PICTURE_BYTES / MIB} MB; this one is larger.`,
};

/** Routes with a larger limit than 64 KiB. Each checks the token before it reads the body. */
export const LARGER_BODIES: LargerBodies = {
  '/api/admin/attachments': ATTACHMENT,
  '/api/admin/autosaves/:document': POST,
  '/api/admin/blog/posts': POST,
  '/api/admin/blog/posts/:slug': POST,
  '/api/admin/blog/posts/:slug/changes': POST,
  '/api/admin/media': PICTURE,
  '/api/admin/posts/check': POST,
  '/api/admin/preview': POST,
  '/api/admin/references/read': POST,
};
