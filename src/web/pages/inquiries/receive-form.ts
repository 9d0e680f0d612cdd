import { data, type RouterContextProvider } from 'react-router';
import { type PageContext, pageContext } from '../../context.ts';
import { failureFrom, type InquiryFailure } from './failure.ts';
import { wasHurried } from './hurry.ts';

type Services = PageContext['services'];
type Arrival = Parameters<Services['receiveContact']>[1];
type Received = ReturnType<Services['receiveContact']>;
type Issue = { path: PropertyKey[]; message: string };
type Check<Checked> =
  | { success: true; data: Checked }
  | { success: false; error: { issues: Issue[] } };

/** What the server refused of a form that came without scripts, and why. */
export type Refusal<Inquiry> = { failure: InquiryFailure; inquiry: Inquiry };

type Form<Inquiry, Checked> = {
  inquiryFrom: (form: FormData) => Inquiry;
  /** Checks it by the rules of the API. */
  check: (inquiry: Inquiry) => Check<Checked>;
  receive: (services: Services, inquiry: Checked, arrival: Arrival) => Received;
};

/**
 * Receives the form of a browser that runs no scripts; the others call the API.
 *
 * @returns null when the inquiry is kept, else what the form is shown with again
 * @throws answers of 400 when what came is no form, of 404 when the form is not live
 */
export async function receiveForm<Inquiry extends { subject?: string }, Checked>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { inquiryFrom, check, receive }: Form<Inquiry, Checked>,
) {
  const form = await readForm(request);
  const inquiry = inquiryFrom(form);
  const refuse = (status: number, body: unknown) =>
    data<Refusal<Inquiry>>({ failure: failureFrom(status, body), inquiry }, { status });
  const checked = check(inquiry);
  if (!checked.success) {
    const detail = checked.error.issues.map(({ path, message }) => ({
      loc: ['body', ...path],
      msg: message,
    }));
    return refuse(422, { detail });
  }
  const { services, clientAddress, retryAfter } = context.get(pageContext);
  const isSuspected = inquiry.subject !== undefined || wasHurried(form, services.now());
  const received = await receive(services, checked.data, { address: clientAddress, isSuspected });
  if (received.ok) return null;
  if (received.failure.kind === 'too-many') {
    retryAfter(received.failure.retryAfter);
    return refuse(429, null);
  }
  throw data(null, { status: 404, statusText: 'Not Found' });
}

/** The form in a request; answers 400 when there is none, or no whole one. */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => {
    throw data(null, { status: 400, statusText: 'Bad Request' });
  });
}
