import type { SubmitEvent } from 'react';
import { failures, form } from '../../content/newsletter.ts';
import { requiredNote, withoutScripts } from '../../content/page-labels.ts';
import type { RejectedForm } from '../../inquiries/pages/form/receive-form.ts';
import {
  type FailureFrom,
  formTexts,
  useInquirySubmit,
} from '../../inquiries/pages/form/send-inquiry.ts';
import { Button } from '../../ui/button.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { HoneypotField } from '../../ui/honeypot-field.tsx';
import { MailInstead } from '../../ui/mail-instead.tsx';
import { ScriptedForm } from '../../ui/scripted-form.tsx';

export const signUpFrom = (values: FormData) => formTexts(values, ['email']);

export type RejectedSignUp = RejectedForm<ReturnType<typeof signUpFrom>>;

const FAILURES: Record<number, string> = {
  0: failures.network,
  422: failures.email,
  429: failures.tooMany,
};

export const signUpFailure: FailureFrom = (status) => ({
  message: FAILURES[status] ?? failures.other,
  fields: {},
});

type SignUpFormProps = {
  /** False: nothing is sent. */
  isLive: boolean;
  rejected: RejectedSignUp | undefined;
  onDone: () => void;
};

/**
 * Without scripts the browser then posts the form to the page's URL, whose action does the same.
 */
export function SignUpForm({ isLive, rejected, onDone }: SignUpFormProps) {
  const { failure, isSending, send } = useInquirySubmit({
    path: '/api/newsletter',
    initialFailure: rejected?.failure,
    failureFrom: signUpFailure,
    onSent: onDone,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(signUpFrom(new FormData(event.currentTarget)));
  }

  const fields = (
    <>
      <TextField
        {...form.email}
        type="email"
        required
        autoComplete="email"
        defaultValue={rejected?.inquiry.email}
      />
      {isLive ? <HoneypotField /> : null}
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? form.submitting : form.submit}
      </Button>
      <p className="text-muted text-sm">
        {requiredNote}. {form.note}
      </p>
    </>
  );
  return isLive ? (
    <CheckedForm failure={failure?.message} method="post" onSubmit={submit} className="space-y-5">
      {fields}
    </CheckedForm>
  ) : (
    <ScriptedForm
      onSubmit={onDone}
      withoutScripts={<MailInstead {...withoutScripts.newsletter} />}
      className="space-y-5"
    >
      {fields}
    </ScriptedForm>
  );
}
