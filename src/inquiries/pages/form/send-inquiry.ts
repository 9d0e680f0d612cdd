import { inquiryErrors as errors } from '../../../content/inquiry-errors.ts';

export type FormTexts = Readonly<Record<string, string>>;

/** An empty honeypot is not sent. */
export function formTexts(form: FormData): FormTexts {
  const texts = [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && (entry[0] !== 'subject' || entry[1] !== ''),
  );
  return Object.fromEntries(texts);
}

export type FormFailure = { message: string; fields: FormTexts };

/**
 * Translates the status of an error response, or 0 without one.
 *
 * @param body only a 422's `detail`, a list of `{ loc, msg }`, is read
 */
export type FailureFrom = (status: number, body: unknown) => FormFailure;

/** The failure of an inquiry (specification section 8). */
export const inquiryFailure: FailureFrom = (status, body) => {
  if (status !== 422) return { message: status === 0 ? errors.network : errors.failed, fields: {} };
  const detail = (body as { detail?: unknown } | null | undefined)?.detail;
  const issues = Array.isArray(detail) ? (detail as { loc?: unknown[]; msg: string }[]) : [];
  if (issues.length === 0) return { message: errors.requiredFieldsMissing, fields: {} };
  const names = new Set(issues.map(({ loc, msg }) => loc?.[1] ?? msg));
  return {
    message: errors.requiredFieldsPrefix + [...names].join(', '),
    fields: Object.fromEntries(issues.map(({ loc, msg }) => [String(loc?.[1]), msg])),
  };
};

type SendOptions = {
  failureFrom?: FailureFrom;
  /** The page may be left before the response arrives. */
  keepalive?: boolean;
};

/** Sends a form to an endpoint of the API. Returns null when it has been received. */
export async function sendInquiry(
  path: string,
  texts: FormTexts,
  { failureFrom = inquiryFailure, keepalive = false }: SendOptions = {},
): Promise<FormFailure | null> {
  try {
    const response = await fetch(path, {
      keepalive,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(texts),
    });
    // A proxy may answer with a page of its own.
    return response.ok
      ? null
      : failureFrom(response.status, await response.json().catch(() => null));
  } catch (error) {
    // `fetch` throws nothing else (Fetch Standard, "network error").
    if (error instanceof TypeError) return failureFrom(0, null);
    throw error;
  }
}
