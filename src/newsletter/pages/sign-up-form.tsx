import { type ReactNode, type SubmitEvent, useState } from 'react';
import { failures, form } from '../../content/newsletter.ts';
import { honeypotLabel, requiredNote, withoutScripts } from '../../content/page-labels.ts';
import { formTexts } from '../../inquiries/pages/form/send-inquiry.ts';
import { Button } from '../../ui/button.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { Honeypots } from '../../ui/honeypots.tsx';
import { MailInstead } from '../../ui/mail-instead.tsx';
import { ScriptedForm } from '../../ui/scripted-form.tsx';

/** A rejected form that was posted without scripts, to be shown again with the reason. */
export type RejectedSignUp = { failure: string; email: string };

export const signUpFrom = (values: FormData) => formTexts(values, ['email']);

/** Signs up through the API. Returns undefined on success, else the error message. */
async function sendSignUp(signUp: ReturnType<typeof signUpFrom>): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch('/api/newsletter', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(signUp),
    });
    if (ok) return undefined;
    if (status === 422) return failures.email;
    return status === 429 ? failures.tooMany : failures.other;
  } catch (error) {
    // `fetch` throws nothing else (Fetch Standard, "network error").
    if (error instanceof TypeError) return failures.network;
    throw error;
  }
}

type LiveSignUpProps = { rejected: RejectedSignUp | undefined; onSent: () => void };

/**
 * Calls the API and stays on the page. Without scripts the browser posts the form to the page's URL,
 * whose action does the same.
 */
export function LiveSignUp({ rejected, onSent }: LiveSignUpProps) {
  const [failure, setFailure] = useState(rejected?.failure);
  const [isSending, setSending] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const signUp = signUpFrom(new FormData(event.currentTarget));
    setFailure(undefined);
    setSending(true);
    const problem = await sendSignUp(signUp).finally(() => setSending(false));
    if (problem === undefined) onSent();
    else setFailure(problem);
  }

  return (
    <CheckedForm failure={failure} method="post" onSubmit={submit} className="space-y-5">
      <Fields defaultValue={rejected?.email} isSending={isSending}>
        <Honeypots label={honeypotLabel} />
      </Fields>
    </CheckedForm>
  );
}

/** Makes no call to the API. */
export function SilentSignUp({ onSubmit }: { onSubmit: () => void }) {
  return (
    <ScriptedForm
      onSubmit={onSubmit}
      withoutScripts={<MailInstead {...withoutScripts.newsletter} />}
      className="space-y-5"
    >
      <Fields />
    </ScriptedForm>
  );
}

type FieldsProps = { defaultValue?: string | undefined; isSending?: boolean; children?: ReactNode };

function Fields({ defaultValue, isSending = false, children }: FieldsProps) {
  return (
    <>
      <TextField
        {...form.email}
        type="email"
        required
        autoComplete="email"
        defaultValue={defaultValue}
      />
      {children}
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? form.submitting : form.submit}
      </Button>
      <p className="text-muted text-sm">
        {requiredNote}. {form.note}
      </p>
    </>
  );
}
