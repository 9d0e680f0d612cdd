import { form } from '../../../content/contact.ts';
import { requiredNote } from '../../../content/page-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { FormField, InquiryForm } from '../form/inquiry-form.tsx';
import type { RejectedForm } from '../form/receive-form.ts';
import { requestTypeChoices } from './request-type.ts';

type ContactFormProps = {
  linkedType: string;
  requestType: string;
  onRequestType: (requestType: string) => void;
  rejected: RejectedForm | undefined;
  onSent: () => void;
};

export function ContactForm(props: ContactFormProps) {
  const { linkedType, requestType, onRequestType, rejected, onSent } = props;
  return (
    <InquiryForm
      path="/api/contact"
      rejected={rejected}
      onSent={onSent}
      className="space-y-6 rounded-card border border-line bg-surface p-6 sm:p-10"
    >
      {({ isSending, errors, written }) => (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="display text-2xl">{form.title}</h2>
            <p className="text-muted text-sm">{requiredNote}</p>
          </div>
          <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
            {form.fields.map((field) =>
              field.type === 'select' ? (
                <div key={field.name} className="sm:col-span-2">
                  <SelectField
                    name={field.name}
                    label={field.label}
                    error={errors[field.name]}
                    value={requestType}
                    onChange={(event) => onRequestType(event.target.value)}
                  >
                    {requestTypeChoices(linkedType).map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </SelectField>
                </div>
              ) : (
                <FormField
                  key={field.name}
                  field={field}
                  isWide={field.type === 'textarea'}
                  rows={6}
                  errors={errors}
                  written={written}
                />
              ),
            )}
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
        </>
      )}
    </InquiryForm>
  );
}
