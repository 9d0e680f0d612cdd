import { type ComponentProps, type ReactNode, type SubmitEvent, useState } from 'react';
import type { FormField as Field } from '../../../content/form-field.ts';
import { CheckedForm } from '../../../ui/checked-form.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { HoneypotField } from '../../../ui/honeypot-field.tsx';
import type { RejectedForm } from './receive-form.ts';
import { type FailureFrom, type FormTexts, formTexts, sendInquiry } from './send-inquiry.ts';

type FormState = { isSending: boolean; errors: FormTexts; written: FormTexts };

type InquiryFormProps = Pick<ComponentProps<'form'>, 'action' | 'className'> & {
  path: string;
  rejected: RejectedForm | undefined;
  failureFrom?: FailureFrom;
  onSent: () => void;
  children: (state: FormState) => ReactNode;
};

/**
 * Calls the API and stays on the page. Without scripts the browser posts the form to the page, whose action does
 * the same.
 */
export function InquiryForm(props: InquiryFormProps) {
  const { path, rejected, failureFrom, onSent, children, ...form } = props;
  const [failure, setFailure] = useState(rejected?.failure ?? null);
  const [isSending, setSending] = useState(false);

  async function send(texts: FormTexts): Promise<void> {
    if (isSending) return;
    setFailure(null);
    setSending(true);
    const options = failureFrom && { failureFrom };
    const newFailure = await sendInquiry(path, texts, options).finally(() => setSending(false));
    setFailure(newFailure);
    if (newFailure === null) onSent();
  }

  return (
    <CheckedForm
      {...form}
      failure={failure?.message}
      method="post"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(formTexts(new FormData(event.currentTarget)));
      }}
    >
      <HoneypotField />
      {children({ isSending, errors: failure?.fields ?? {}, written: rejected?.inquiry ?? {} })}
    </CheckedForm>
  );
}

type FormFieldProps = Partial<FormState> & { field: Field; isWide: boolean; rows: number };

/** A field in a grid of two columns. */
export function FormField({ field, isWide, rows, errors = {}, written = {} }: FormFieldProps) {
  const { type, ...attributes } = field;
  const { name } = field;
  const control = { ...attributes, error: errors[name], defaultValue: written[name] };
  return (
    <div className={isWide ? 'sm:col-span-2' : ''}>
      {type === 'textarea' ? (
        <TextArea {...control} rows={rows} />
      ) : (
        <TextField {...control} type={type} />
      )}
    </div>
  );
}
