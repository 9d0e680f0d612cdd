import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { directContact, partner } from '../../../content/investors.ts';
import { withoutScripts } from '../../../content/page-labels.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { FormDone } from '../../ui/form-done.tsx';
import { MailInstead } from '../../ui/mail-instead.tsx';
import { ScriptedForm } from '../../ui/scripted-form.tsx';
import { Section } from '../../ui/section.tsx';

export function Partner() {
  const { key } = useLocation();
  return (
    <Section id={partner.id} title={partner.title} intro={partner.lead}>
      <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="rounded-card border border-line bg-surface p-5 sm:p-8 lg:col-span-7">
          <PartnerForm key={key} />
        </div>
        <DirectContact />
      </div>
    </Section>
  );
}

/** The fields that stand side by side on screens that have room for it. */
const HALF = new Set<string>(['name', 'email']);

function PartnerForm() {
  const [isDone, setDone] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const inquiry = Object.fromEntries(new FormData(event.currentTarget));
    // All that this form does, as specified: it makes no call.
    console.log('Investor inquiry', inquiry);
    setDone(true);
  }

  if (isDone) {
    const { title, text, email } = partner.acknowledgement;
    return <FormDone title={title} text={<MailInstead text={text} email={email} />} />;
  }
  return (
    <ScriptedForm
      onSubmit={submit}
      withoutScripts={<MailInstead {...withoutScripts.investors} />}
      className="grid gap-5 sm:grid-cols-2"
    >
      {partner.fields.map(({ type, ...field }) => (
        <div key={field.name} className={HALF.has(field.name) ? '' : 'sm:col-span-2'}>
          {type === 'textarea' ? (
            <TextArea {...field} rows={5} />
          ) : (
            <TextField {...field} type={type} />
          )}
        </div>
      ))}
      <Button type="submit" className="sm:col-span-2 sm:justify-self-start">
        {partner.submit}
      </Button>
    </ScriptedForm>
  );
}

function DirectContact() {
  const { materials } = directContact;
  return (
    <div className="lg:col-span-4 lg:col-start-9">
      <Way title={directContact.title} text={directContact.text}>
        <a
          href={directContact.action.href}
          className="prose-link inline-flex min-h-11 items-center wrap-anywhere"
        >
          {directContact.action.label}
        </a>
      </Way>
      <Way title={materials.title} text={materials.text}>
        <ButtonLink href={materials.action.href} look="secondary" className="mt-4">
          {materials.action.label}
        </ButtonLink>
      </Way>
      <Way title={directContact.locationTitle} text={directContact.location} />
    </div>
  );
}

type WayProps = { title: string; text: string; children?: ReactNode };

function Way({ title, text, children }: WayProps) {
  return (
    <div className="border-line border-t py-6">
      <h3 className="display text-xl">{title}</h3>
      <p className="mt-1 text-muted">{text}</p>
      {children}
    </div>
  );
}
