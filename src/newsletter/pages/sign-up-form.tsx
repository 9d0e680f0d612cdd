import { failures, form } from '../../content/newsletter.ts';
import { requiredNote, withoutScripts } from '../../content/page-labels.ts';
import { InquiryForm } from '../../inquiries/pages/form/inquiry-form.tsx';
import type { RejectedForm } from '../../inquiries/pages/form/receive-form.ts';
import type { FailureFrom } from '../../inquiries/pages/form/send-inquiry.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MailInstead } from '../../ui/mail-instead.tsx';
import { ScriptedForm } from '../../ui/scripted-form.tsx';

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
  rejected: RejectedForm | undefined;
  onDone: () => void;
};

export function SignUpForm({ isLive, rejected, onDone }: SignUpFormProps) {
  return isLive ? (
    <InquiryForm
      path="/api/newsletter"
      rejected={rejected}
      failureFrom={signUpFailure}
      onSent={onDone}
      className="space-y-5"
    >
      {({ isSending, written }) => <Fields isSending={isSending} email={written.email} />}
    </InquiryForm>
  ) : (
    <ScriptedForm
      onSubmit={onDone}
      withoutScripts={<MailInstead {...withoutScripts.newsletter} />}
      className="space-y-5"
    >
      <Fields isSending={false} />
    </ScriptedForm>
  );
}

function Fields({ isSending, email }: { isSending: boolean; email?: string | undefined }) {
  return (
    <>
      <TextField {...form.email} type="email" required autoComplete="email" defaultValue={email} />
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? form.submitting : form.submit}
      </Button>
      <p className="text-muted text-sm">
        {requiredNote}. {form.note}
      </p>
    </>
  );
}
