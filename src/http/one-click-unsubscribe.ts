import { Hono } from 'hono';
import { UNSUBSCRIBE_PATH } from '../domain/newsletter/links.ts';
import type { Services } from '../domain/services.ts';

/**
 * Unsubscribing by one click in a mail program (RFC 8058, section 3.2): a POST to the address of the
 * mail's header, from anywhere and as one of two kinds of form, answered without a page, a redirect
 * or a question. The button on the page sends another form, which is the page's.
 */
export function oneClickUnsubscribe(services: Pick<Services, 'unsubscribe'>) {
  return new Hono().post(UNSUBSCRIBE_PATH, async (c, next) => {
    if (!(await isOneClick(c.req.raw))) return next();
    const found = await services.unsubscribe(c.req.query('token') ?? '');
    c.header('Cache-Control', 'no-store');
    return found === 'unknown'
      ? c.text('This link is not one of ours.', 404)
      : c.text('Unsubscribed.', 200);
  });
}

async function isOneClick(request: Request): Promise<boolean> {
  // A copy: the page reads the form for itself. What is no form, or not a whole one, is the page's to refuse.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return form?.has('List-Unsubscribe') ?? false;
}
