import { failures } from '../../content/newsletter.ts';
import { type FormTexts, formTexts } from '../../inquiries/pages/form/send-inquiry.ts';

export type SignUp = FormTexts<'email'>;

export function signUpFrom(form: FormData): SignUp {
  return formTexts(form, ['email']);
}

/** Signs up through the API. Returns null on success, else the error message. */
export async function sendSignUp(signUp: SignUp): Promise<string | null> {
  try {
    const { ok, status } = await fetch('/api/newsletter', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(signUp),
    });
    return ok ? null : failureFrom(status);
  } catch (error) {
    // `fetch` throws nothing else (Fetch Standard, "network error").
    if (error instanceof TypeError) return failures.network;
    throw error;
  }
}

function failureFrom(status: number): string {
  if (status === 422) return failures.email;
  return status === 429 ? failures.tooMany : failures.other;
}
