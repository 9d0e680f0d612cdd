import { Hono } from 'hono';
import type { Site } from '../../site.ts';
import { UNSUBSCRIBE_PATH } from '../links.ts';
import { unsubscribe } from '../subscription.ts';

/**
 * One-click unsubscribe of mail programs (RFC 8058, section 3.2): a cross-origin POST, urlencoded or
 * multipart, to the URL of the mail's header, answered without a page or redirect. The form of the page
 * has other fields, and is passed on to it.
 */
export function oneClickUnsubscribe(site: Site) {
  return new Hono().post(UNSUBSCRIBE_PATH, async (c, next) => {
    if (!(await isOneClick(c.req.raw))) return next();
    const found = await unsubscribe(site, c.req.query('token') ?? '');
    c.header('Cache-Control', 'no-store');
    return found === 'unknown'
      ? c.text('This link is not valid.', 404)
      : c.text('Unsubscribed.', 200);
  });
}

async function isOneClick(request: Request): Promise<boolean> {
  // A clone: the page reads the form again, and rejects an invalid one.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return form?.has('List-Unsubscribe') ?? false;
}
