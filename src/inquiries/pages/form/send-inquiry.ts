import { useState } from 'react';
import { inquiryErrors as errors } from '../../../content/inquiry-errors.ts';

export type FormTexts<Name extends string> = Record<Name, string> & {
  subject?: string;
};

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

export type FormFailure = {
  message: string;
  fields: Readonly<Record<string, string>>;
};

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
  texts: Readonly<Record<string, string>>,
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

type InquirySubmitOptions = SendOptions & {
  path: string;
  initialFailure: FormFailure | undefined;
  onSent: () => void;
};

export function useInquirySubmit({
  path,
  initialFailure,
  onSent,
  ...options
}: InquirySubmitOptions) {
  const [failure, setFailure] = useState(initialFailure ?? null);
  const [isSending, setSending] = useState(false);

  async function send(texts: Readonly<Record<string, string>>): Promise<void> {
    if (isSending) return;
    setFailure(null);
    setSending(true);
    const newFailure = await sendInquiry(path, texts, options).finally(() => setSending(false));
    setFailure(newFailure);
    if (newFailure === null) onSent();
  }

  return { failure, isSending, send };
}
