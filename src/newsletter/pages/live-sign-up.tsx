import { type SubmitEvent, useState } from 'react';
import { form } from '../../content/newsletter.ts';
import { honeypotLabel, requiredNote } from '../../content/page-labels.ts';
import { Button } from '../../ui/button.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { Honeypots } from '../../ui/honeypots.tsx';
import { type SignUp, sendSignUp, signUpFrom } from './send-sign-up.ts';

/** A rejected form that was posted without scripts, to be shown again with the reason. */
export type RejectedSignUp = { failure: string; email: string };

type LiveSignUpProps = { rejected: RejectedSignUp | undefined; onSent: () => void };

/**
 * Calls the API and stays on the page. Without scripts the browser posts the form to the page's URL,
 * whose action does the same.
 */
export function LiveSignUp({ rejected, onSent }: LiveSignUpProps) {
  const [failure, setFailure] = useState(rejected?.failure);
  const [isSending, setSending] = useState(false);

  async function send(signUp: SignUp) {
    setFailure(undefined);
    setSending(true);
    const newFailure = await sendSignUp(signUp).finally(() => setSending(false));
    if (newFailure === null) onSent();
    else setFailure(newFailure);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isSending) void send(signUpFrom(new FormData(event.currentTarget)));
  }

  return (
    <CheckedForm failure={failure} method="post" onSubmit={submit} className="space-y-5">
      <TextField
        {...form.email}
        type="email"
        required
        autoComplete="email"
        defaultValue={rejected?.email}
      />
      <Honeypots label={honeypotLabel} />
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? form.submitting : form.submit}
      </Button>
      <p className="text-muted text-sm">
        {requiredNote}. {form.note}
      </p>
    </CheckedForm>
  );
}
