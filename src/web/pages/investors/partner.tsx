import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { directContact, partner } from '../../../content/investors.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FormDone } from '../../ui/form-done.tsx';
import { MailInstead } from '../../ui/mail-instead.tsx';
import { Section } from '../../ui/section.tsx';
import type { Refusal } from '../inquiries/receive-form.ts';
import type { InvestorInquiry } from './investor-inquiry.ts';
import { LivePartnerForm, SilentPartnerForm } from './partner-form.tsx';

type PartnerProps = {
  /** Whether the form reaches the server. */
  isLive: boolean;
  /** Whether the server has taken a form that came without scripts. */
  isTaken: boolean;
  refusal: Refusal<InvestorInquiry> | undefined;
};

export function Partner(props: PartnerProps) {
  return (
    <Section id={partner.id} title={partner.title} intro={partner.lead}>
      <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="rounded-card border border-line bg-surface p-5 sm:p-8 lg:col-span-7">
          <PartnerForm {...props} />
        </div>
        <DirectContact />
      </div>
    </Section>
  );
}

function PartnerForm({ isLive, isTaken, refusal }: PartnerProps) {
  const { key: visit } = useLocation();
  const [lastVisit, setLastVisit] = useState(visit);
  const [isDone, setDone] = useState(isTaken);
  // Coming back to this page by a link shows the form again; what is being written stays.
  if (lastVisit !== visit) {
    setLastVisit(visit);
    setDone(false);
  }
  if (isDone) return <FormDone {...(isLive ? partner.liveAcknowledgement : ACKNOWLEDGEMENT)} />;
  return isLive ? (
    <LivePartnerForm refusal={refusal} onSent={() => setDone(true)} />
  ) : (
    <SilentPartnerForm onDone={() => setDone(true)} />
  );
}

const { title, ...inPlace } = partner.acknowledgement;
const ACKNOWLEDGEMENT = { title, text: <MailInstead {...inPlace} /> };

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
