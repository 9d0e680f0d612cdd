import type { ReactNode, SubmitEvent } from 'react';
import { defaultRequestType, form } from '../../../content/contact.ts';
import { requiredNote } from '../../../content/page-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckedForm } from '../../../ui/checked-form.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { HoneypotField } from '../../../ui/honeypot-field.tsx';
import { Link } from '../../../ui/link.tsx';
import type { RejectedForm } from '../form/receive-form.ts';
import { formTexts, useInquirySubmit } from '../form/send-inquiry.ts';
import { requestTypeChoices } from './request-type.ts';

const FIELDS = ['name', 'email', 'company', 'jobTitle', 'message', 'requestType'] as const;

export function contactTexts(form: FormData) {
  const texts = formTexts(form, FIELDS);
  return { ...texts, requestType: texts.requestType || defaultRequestType };
}

export type RejectedContact = RejectedForm<ReturnType<typeof contactTexts>>;

type ContactFormProps = {
  linkedType: string;
  requestType: string;
  onRequestType: (requestType: string) => void;
  rejected: RejectedContact | undefined;
  onSent: () => void;
};

const SHORT = new Set<string>(['name', 'email', 'company', 'jobTitle']);

/** Without scripts the browser posts the form to the page's URL, whose action does the same. */
export function ContactForm(props: ContactFormProps) {
  const { failure, isSending, send } = useInquirySubmit({
    path: '/api/contact',
    initialFailure: props.rejected?.failure,
    onSent: props.onSent,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(contactTexts(new FormData(event.currentTarget)));
  }

  return (
    <CheckedForm
      failure={failure?.message}
      method="post"
      onSubmit={submit}
      className="space-y-6 rounded-card border border-line bg-surface p-6 sm:p-10"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="display text-2xl">{form.title}</h2>
        <p className="text-muted text-sm">{requiredNote}</p>
      </div>
      <HoneypotField />
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
        {form.fields.map((field) => (
          <div key={field.name} className={SHORT.has(field.name) ? '' : 'sm:col-span-2'}>
            <Field {...props} field={field} error={failure?.fields[field.name]} />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" disabled={isSending} className="min-w-[min(10rem,100%)]">
          {isSending ? form.submitting : form.submit}
        </Button>
        <p className="min-w-[min(14rem,100%)] flex-1 text-muted text-sm">
          {form.privacy.text}{' '}
          <Link to={form.privacy.action.href} className="prose-link">
            {form.privacy.action.label}
          </Link>
        </p>
      </div>
    </CheckedForm>
  );
}

type FieldProps = ContactFormProps & {
  field: (typeof form.fields)[number];
  error: string | undefined;
};

function Field({
  field,
  error,
  linkedType,
  requestType,
  onRequestType,
  rejected,
}: FieldProps): ReactNode {
  const { name, label, type, required } = field;
  const common = { name, label, required, error };
  const written = rejected?.inquiry[name];
  if (type === 'select') {
    return (
      <SelectField
        {...common}
        value={requestType}
        onChange={(event) => onRequestType(event.target.value)}
      >
        {requestTypeChoices(linkedType).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  }
  return type === 'textarea' ? (
    <TextArea {...common} rows={6} defaultValue={written} />
  ) : (
    <TextField
      {...common}
      type={type}
      autoComplete={'autoComplete' in field ? field.autoComplete : undefined}
      defaultValue={written}
    />
  );
}
