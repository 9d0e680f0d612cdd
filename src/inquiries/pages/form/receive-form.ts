import { data, type RouterContextProvider } from 'react-router';
import { pageContext } from '../../../context.ts';
import type { Site } from '../../../site.ts';
import type { receiveContact, SubmissionSource } from '../../receiving.ts';
import { failureFrom, type InquiryFailure } from './inquiry-failure.ts';
import { wasTooFast } from './too-fast.ts';

type Received = ReturnType<typeof receiveContact>;
type Issue = { path: PropertyKey[]; message: string };
type Check<Checked> =
  | { success: true; data: Checked }
  | { success: false; error: { issues: Issue[] } };

/** A rejected form that was posted without scripts, to be shown again with the reason. */
export type RejectedForm<Inquiry> = { failure: InquiryFailure; inquiry: Inquiry };

/** An inquiry has a `subject` when the honeypot was filled in. */
type Form<Inquiry, Checked> = {
  inquiryFrom: (form: FormData) => Inquiry;
  /** Applies the validation of the API. */
  check: (inquiry: Inquiry) => Check<Checked>;
  receive: (site: Site, inquiry: Checked, source: SubmissionSource) => Received;
};

/**
 * Receives the form of a browser that runs no scripts; the others call the API.
 *
 * @returns null when the inquiry is stored, else the rejected form
 * @throws a 400 response when the body is no form, a 404 response when the form is not live
 */
export async function receiveForm<Inquiry extends { subject?: string }, Checked>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { inquiryFrom, check, receive }: Form<Inquiry, Checked>,
) {
  const form = await readForm(request);
  const inquiry = inquiryFrom(form);
  const reject = (status: number, body: unknown) =>
    data<RejectedForm<Inquiry>>({ failure: failureFrom(status, body), inquiry }, { status });
  const checked = check(inquiry);
  if (!checked.success) {
    const detail = checked.error.issues.map(({ path, message }) => ({
      loc: ['body', ...path],
      msg: message,
    }));
    return reject(422, { detail });
  }
  const { site, clientIp, retryAfter } = context.get(pageContext);
  const isSuspected = inquiry.subject !== undefined || wasTooFast(form, site.now());
  const received = await receive(site, checked.data, { ip: clientIp, isSuspected });
  if (received.ok) return null;
  if (received.failure.kind === 'too-many') {
    retryAfter(received.failure.retryAfter);
    return reject(429, null);
  }
  throw data(null, { status: 404, statusText: 'Not Found' });
}

/** @throws a 400 response when the body is no form, or is incomplete */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => {
    throw data(null, { status: 400, statusText: 'Bad Request' });
  });
}
