import { failureFrom, type InquiryFailure, networkFailure } from './inquiry-failure.ts';

/** Form values by field name, and the honeypot's. */
export type FormTexts<Name extends string> = Record<Name, string> & {
  /** The honeypot; absent when empty. */
  subject?: string;
};

/** The text fields of a submitted form; a missing one is empty. */
export function formTexts<Name extends string>(
  form: FormData,
  names: readonly Name[],
): FormTexts<Name> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const texts = Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
  const subject = text('subject');
  return subject === '' ? texts : { ...texts, subject };
}

/**
 * Sends an inquiry to an endpoint of the API.
 *
 * @param options `keepalive` when the page may be left before the response arrives
 * @returns null when the inquiry has been received
 */
export async function sendInquiry(
  path: string,
  inquiry: Readonly<Record<string, string>>,
  options: { keepalive?: boolean } = {},
): Promise<InquiryFailure | null> {
  try {
    const response = await fetch(path, {
      ...options,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(inquiry),
    });
    return response.ok ? null : failureFrom(response.status, parsed(await response.text()));
  } catch (error) {
    // `fetch` and reading its response throw nothing else (Fetch Standard, "network error").
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
