import { failures } from '../../../content/newsletter.ts';

/** `subject` is the honeypot; absent when empty. */
export type SignUp = { email: string; subject?: string };

export function signUpFrom(form: FormData): SignUp {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [email, subject] = [text('email'), text('subject')];
  return subject === '' ? { email } : { email, subject };
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
