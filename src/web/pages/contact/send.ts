import { defaultRequestType } from '../../../content/contact.ts';
import { type ContactFailure, failureFrom, networkFailure } from './failure.ts';

/** What is sent, by the names of the form's fields. */
export type Inquiry = Record<
  'name' | 'email' | 'company' | 'jobTitle' | 'message' | 'requestType',
  string
>;

/** The text fields of a submitted contact form; one that is not there is empty, or the default. */
export function inquiryFrom(form: FormData): Inquiry {
  const text = (name: keyof Inquiry) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    company: text('company'),
    jobTitle: text('jobTitle'),
    message: text('message'),
    requestType: text('requestType') || defaultRequestType,
  };
}

/** Sends an inquiry by the contact call; null when it has been received. */
export async function sendInquiry(inquiry: Inquiry): Promise<ContactFailure | null> {
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(inquiry),
    });
    return response.ok ? null : failureFrom(response.status, parsed(await response.text()));
  } catch (error) {
    // The one error of `fetch` and of reading its answer (Fetch Standard, "network error").
    if (error instanceof TypeError) return networkFailure;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
