import { data, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { pageContext } from '../../../context.ts';
import type { Result } from '../../../server/failure.ts';
import type { Site } from '../../../site.ts';
import {
  type FailureFrom,
  type FormFailure,
  type FormTexts,
  formTexts,
  inquiryFailure,
} from './send-inquiry.ts';

export type RejectedForm = { failure: FormFailure; inquiry: FormTexts };

type Form<Checked> = {
  schema: z.ZodType<Checked>;
  receive: (site: Site, checked: Checked, ip: string | null) => Promise<Result<unknown>>;
  failureFrom?: FailureFrom;
};

/**
 * @returns null when it is stored, else the rejected form
 * @throws a 400 response when the body is no form or is incomplete, a 404 response when the form is
 * not live
 */
export async function receiveForm<Checked>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { schema, receive, failureFrom = inquiryFailure }: Form<Checked>,
) {
  const form = await request.formData().catch(() => {
    throw data(null, { status: 400, statusText: 'Bad Request' });
  });
  const inquiry = formTexts(form);
  const reject = (status: number, body: unknown) =>
    data<RejectedForm>({ failure: failureFrom(status, body), inquiry }, { status });
  const checked = schema.safeParse(inquiry);
  if (!checked.success) {
    const detail = checked.error.issues.map(({ path, message }) => ({
      loc: ['body', ...path],
      msg: message,
    }));
    return reject(422, { detail });
  }
  const { site, clientIp, retryAfter } = context.get(pageContext);
  const received = await receive(site, checked.data, clientIp);
  if (received.ok) return null;
  if (received.failure.kind === 'too-many') {
    retryAfter(received.failure.retryAfter);
    return reject(429, null);
  }
  throw data(null, { status: 404, statusText: 'Not Found' });
}
