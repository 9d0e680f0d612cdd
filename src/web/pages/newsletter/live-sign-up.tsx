import { type SubmitEvent, useState } from 'react';
import { form } from '../../../content/newsletter.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Traps } from '../inquiries/traps.tsx';
import { type SignUp, sendSignUp, signUpFrom } from './send.ts';

/** What the server refused of a form that came without scripts, and why. */
export type Refusal = { failure: string; email: string };

type LiveSignUpProps = { refusal: Refusal | undefined; onSent: () => void };

/**
 * Calls the API and stays on the page. Without scripts the browser posts the form to the address of
 * the page, whose action does the same.
 */
export function LiveSignUp({ refusal, onSent }: LiveSignUpProps) {
  const [failure, setFailure] = useState(refusal?.failure);
  const [isSending, setSending] = useState(false);

  async function send(signUp: SignUp) {
    setFailure(undefined);
    setSending(true);
    const found = await sendSignUp(signUp).finally(() => setSending(false));
    if (found === null) onSent();
    else setFailure(found);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isSending) void send(signUpFrom(new FormData(event.currentTarget)));
  }

  return (
    <form method="post" onSubmit={submit} className="space-y-5">
      {failure === undefined ? null : <FormError message={failure} />}
      <TextField
        {...form.email}
        type="email"
        required
        autoComplete="email"
        defaultValue={refusal?.email}
      />
      <Traps />
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? form.submitting : form.submit}
      </Button>
      <p className="text-muted text-sm">{form.note}</p>
    </form>
  );
}
