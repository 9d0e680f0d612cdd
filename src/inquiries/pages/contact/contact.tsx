import { type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { direct, hero, seo, success, whatToExpect } from '../../../content/contact.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SeatedMark } from '../../../ui/mark.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { contactSchema } from '../../forms.ts';
import { receiveInquiry } from '../../receiving.ts';
import { receiveForm } from '../form/receive-form.ts';
import type { Route } from './+types/contact.ts';
import { ContactForm } from './contact-form.tsx';
import { requestTypeFrom } from './request-type.ts';

export const meta = staticMeta(seo);

/** @returns the rejected form; of a stored one, the type that was sent, which the confirmation depends on */
export async function action({ request, context }: Route.ActionArgs) {
  let requestType: string | undefined;
  const rejected = await receiveForm(request, context, {
    schema: contactSchema,
    receive(site, inquiry, ip) {
      requestType = inquiry.requestType;
      return receiveInquiry(site, inquiry, ip);
    },
  });
  return rejected ?? { inquiry: { requestType } };
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const visit = useLocation().key;
  const rejected = actionData && 'failure' in actionData ? actionData : undefined;
  const typeParameter = parameters.get('type');
  const [lastTypeParameter, setLastTypeParameter] = useState(typeParameter);
  const [linkedType, setLinkedType] = useState(requestTypeFrom(parameters));
  const [requestType, setRequestType] = useState(actionData?.inquiry.requestType ?? linkedType);
  const [sentDuring, setSentDuring] = useState(actionData && !rejected ? visit : undefined);
  if (lastTypeParameter !== typeParameter) {
    setLastTypeParameter(typeParameter);
    if (typeParameter !== null) {
      setLinkedType(requestTypeFrom(parameters));
      setRequestType(requestTypeFrom(parameters));
    }
  }
  // Following a link back to this page shows the form again, empty except for the request type.
  if (sentDuring === visit) return <MessageSent isDemo={requestType === 'demo'} />;
  return (
    <div className="page grid gap-x-8 gap-y-10 pt-32 pb-10 md:pt-44 md:pb-16 lg:grid-cols-12 lg:grid-rows-[auto_auto_1fr]">
      <header className="lg:col-span-6">
        <p className="eyebrow mb-5">{hero.eyebrow}</p>
        <h1 className="display text-4xl">{hero.title}</h1>
        <p className="mt-6 max-w-md text-balance text-lg text-muted leading-relaxed">
          <Unbroken text={hero.lead} />
        </p>
      </header>
      <div aria-live="polite" className="empty:hidden lg:col-span-5">
        {requestType === 'demo' ? <WhatToExpect /> : null}
      </div>
      <div className="lg:col-span-6 lg:col-start-7 lg:row-span-3 lg:row-start-1">
        <ContactForm
          linkedType={linkedType}
          requestType={requestType}
          onRequestType={setRequestType}
          rejected={rejected}
          onSent={() => setSentDuring(visit)}
        />
      </div>
      <Direct />
    </div>
  );
}

function WhatToExpect() {
  return (
    <section className="rounded-card border border-teal/40 bg-teal/6 p-6">
      <h2 className="display text-xl">{whatToExpect.title}</h2>
      <ul className="mt-4 space-y-2.5">
        {whatToExpect.items.map((item) => (
          <li key={item} className="flex gap-3">
            <Icon name="check" strokeWidth={2} className="mt-1 size-5 shrink-0 text-teal" />
            {item}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-muted text-sm">{whatToExpect.note}</p>
    </section>
  );
}

function Direct() {
  return (
    <section className="self-start lg:col-span-5">
      <h2 className="sr-only">{direct.title}</h2>
      <dl className="border-line border-t text-sm">
        <ContactItem title={direct.emailTitle}>
          <a href={direct.email.href} className="prose-link -my-3 inline-block py-3">
            {direct.email.label}
          </a>
        </ContactItem>
        <ContactItem title={direct.locationTitle}>{direct.location}</ContactItem>
      </dl>
    </section>
  );
}

function ContactItem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[min(8.5rem,40%)_1fr] items-baseline gap-4 border-line border-b py-3.5">
      <dt className="eyebrow">{title}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function MessageSent({ isDemo }: { isDemo: boolean }) {
  return (
    <div className="page flex min-h-[70vh] flex-col items-start justify-center pt-32 pb-16">
      <SeatedMark className="size-20" />
      <h1 tabIndex={-1} ref={focusOnMount} className="display mt-8 text-4xl outline-none">
        {success.title}
      </h1>
      <p className="mt-6 max-w-xl text-lg text-muted">{isDemo ? success.demoText : success.text}</p>
      <ButtonLink href={success.action.href} className="mt-8">
        {success.action.label}
      </ButtonLink>
    </div>
  );
}
