import type { SubmitEvent } from 'react';
import { partner } from '../../../content/investors.ts';
import { requiredNote, withoutScripts } from '../../../content/page-labels.ts';
import { FormField, InquiryForm } from '../../../inquiries/pages/form/inquiry-form.tsx';
import type { RejectedForm } from '../../../inquiries/pages/form/receive-form.ts';
import type { FormTexts } from '../../../inquiries/pages/form/send-inquiry.ts';
import { Button } from '../../../ui/button.tsx';
import { MailInstead } from '../../../ui/mail-instead.tsx';
import { ScriptedForm } from '../../../ui/scripted-form.tsx';

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

/** Without scripts the browser scrolls back to the form. */
export function LivePartnerForm(props: { rejected: RejectedForm | undefined; onSent: () => void }) {
  return (
    <InquiryForm
      {...props}
      path="/api/investor-inquiries"
      action={`#${partner.id}`}
      className={LAYOUT}
    >
      {({ isSending, ...state }) => (
        <>
          <Fields {...state} />
          <Button type="submit" disabled={isSending} className={SUBMIT}>
            {isSending ? partner.submitting : partner.submit}
          </Button>
        </>
      )}
    </InquiryForm>
  );
}

const HALF = new Set<string>(['name', 'email']);

function Fields(state: { errors?: FormTexts; written?: FormTexts }) {
  return (
    <>
      <p className="-mb-2 text-muted text-sm sm:col-span-2">{requiredNote}</p>
      {partner.fields.map((field) => (
        <FormField
          key={field.name}
          {...state}
          field={field}
          isWide={!HALF.has(field.name)}
          rows={5}
        />
      ))}
    </>
  );
}
