import { failures } from '../../../content/newsletter.ts';

/** What is sent: a field that people do not see travels only when a program has filled it in. */
export type SignUp = { email: string; subject?: string };

export function signUpFrom(form: FormData): SignUp {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [email, subject] = [text('email'), text('subject')];
  return subject === '' ? { email } : { email, subject };
}

/** Signs up by the newsletter call; null when that was taken, else why it was not. */
export async function sendSignUp(signUp: SignUp): Promise<string | null> {
  try {
    const { ok, status } = await fetch('/api/newsletter', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(signUp),
    });
    return ok ? null : failureFrom(status);
  } catch (error) {
    // The one error of `fetch` (Fetch Standard, "network error").
    if (error instanceof TypeError) return failures.network;
    throw error;
  }
}

function failureFrom(status: number): string {
  if (status === 422) return failures.email;
  return status === 429 ? failures.tooMany : failures.other;
}
