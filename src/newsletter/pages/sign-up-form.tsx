import type { ReactNode, SubmitEvent } from 'react';
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

type LiveSignUpProps = { rejected: RejectedSignUp | undefined; onSent: () => void };

/**
 * Calls the API and stays on the page. Without scripts the browser posts the form to the page's URL,
 * whose action does the same.
 */
export function LiveSignUp({ rejected, onSent }: LiveSignUpProps) {
  const { failure, isSending, send } = useInquirySubmit({
    path: '/api/newsletter',
    initialFailure: rejected?.failure,
    failureFrom: signUpFailure,
    onSent,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(signUpFrom(new FormData(event.currentTarget)));
  }

  return (
    <CheckedForm failure={failure?.message} method="post" onSubmit={submit} className="space-y-5">
      <Fields defaultValue={rejected?.inquiry.email} isSending={isSending}>
        <HoneypotField />
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
