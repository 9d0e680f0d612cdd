import type { SubmitEvent } from 'react';
import { partner } from '../../../content/investors.ts';
import { requiredNote, withoutScripts } from '../../../content/page-labels.ts';
import type { RejectedForm } from '../../../inquiries/pages/form/receive-form.ts';
import {
  type FormTexts,
  formTexts,
  useInquirySubmit,
} from '../../../inquiries/pages/form/send-inquiry.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckedForm } from '../../../ui/checked-form.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { HoneypotField } from '../../../ui/honeypot-field.tsx';
import { MailInstead } from '../../../ui/mail-instead.tsx';
import { ScriptedForm } from '../../../ui/scripted-form.tsx';

const FIELDS = ['name', 'email', 'organization', 'message'] as const;

export type InvestorInquiry = FormTexts<(typeof FIELDS)[number]>;

export function investorInquiryFrom(form: FormData): InvestorInquiry {
  return formTexts(form, FIELDS);
}

const LAYOUT = 'grid gap-5 sm:grid-cols-2';
const SUBMIT = 'min-w-[min(10rem,100%)] justify-self-start sm:col-span-2';

/** Logs the inquiry and makes no call, as specified. */
export function SilentPartnerForm({ onDone }: { onDone: () => void }) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const inquiry = Object.fromEntries(new FormData(event.currentTarget));
    console.log('Investor inquiry', inquiry);
    onDone();
  }

  return (
    <ScriptedForm
      onSubmit={submit}
      withoutScripts={<MailInstead {...withoutScripts.investors} />}
      className={LAYOUT}
    >
      <Fields />
      <Button type="submit" className={SUBMIT}>
        {partner.submit}
      </Button>
    </ScriptedForm>
  );
}

type LivePartnerFormProps = {
  rejected: RejectedForm<InvestorInquiry> | undefined;
  onSent: () => void;
};

/**
 * Calls the API and stays on the page. Without scripts the browser posts the form to the page, whose
 * action does the same, and scrolls back to the form.
 */
export function LivePartnerForm({ rejected, onSent }: LivePartnerFormProps) {
  const { failure, isSending, send } = useInquirySubmit({
    path: '/api/investor-inquiries',
    initialFailure: rejected?.failure,
    onSent,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(investorInquiryFrom(new FormData(event.currentTarget)));
  }

  return (
    <CheckedForm
      failure={failure?.message}
      method="post"
      action={`#${partner.id}`}
      onSubmit={submit}
      className={LAYOUT}
    >
      <HoneypotField />
      <Fields errors={failure?.fields} written={rejected?.inquiry} />
      <Button type="submit" disabled={isSending} className={SUBMIT}>
        {isSending ? partner.submitting : partner.submit}
      </Button>
    </CheckedForm>
  );
}

const HALF = new Set<string>(['name', 'email']);

type FieldsProps = {
  errors?: Readonly<Record<string, string>> | undefined;
  written?: Readonly<Record<string, string>> | undefined;
};

function Fields({ errors = {}, written = {} }: FieldsProps) {
  const fields = partner.fields.map(({ type, ...field }) => {
    const common = { ...field, error: errors[field.name], defaultValue: written[field.name] };
    return (
      <div key={field.name} className={HALF.has(field.name) ? '' : 'sm:col-span-2'}>
        {type === 'textarea' ? (
          <TextArea {...common} rows={5} />
        ) : (
          <TextField {...common} type={type} />
        )}
      </div>
    );
  });
  return (
    <>
      <p className="-mb-2 text-muted text-sm sm:col-span-2">{requiredNote}</p>
      {fields}
    </>
  );
}
