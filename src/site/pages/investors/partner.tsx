import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { directContact, notice, partner } from '../../../content/investors.ts';
import type { RejectedForm } from '../../../inquiries/pages/form/receive-form.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FormDone } from '../../../ui/form-done.tsx';
import { MailInstead } from '../../../ui/mail-instead.tsx';
import { StaticPart } from '../../../ui/static-part.tsx';
import { BandSurface } from '../../../ui/surface.tsx';
import { LivePartnerForm, SilentPartnerForm } from './partner-form.tsx';

type PartnerProps = {
  isLive: boolean;
  isAccepted: boolean;
  rejected: RejectedForm | undefined;
};

export function Partner(props: PartnerProps) {
  return (
    <section id={partner.id} className="band relative isolate border-line border-y bg-surface">
      <StaticPart name="investors-art">
        {import.meta.env.SSR ? <BandSurface name="investors" /> : null}
      </StaticPart>
      <div className="page py-12 md:py-24 lg:grid lg:grid-cols-[calc(500%/12-7rem/6)_1fr] lg:grid-rows-[auto_1fr_auto] lg:gap-8">
        <div>
          <h2 className="display text-3xl">{partner.title}</h2>
          <p className="mt-5 max-w-2xl text-balance text-lg text-muted leading-relaxed">
            {partner.lead}
          </p>
        </div>
        <div className="my-8 rounded-card border border-line bg-surface p-6 sm:p-10 lg:[grid-area:1/2/span_2] lg:m-0 lg:self-start">
          <PartnerForm {...props} />
        </div>
        <StaticPart name="investors-contact">
          {import.meta.env.SSR ? <BesideForm /> : null}
        </StaticPart>
      </div>
    </section>
  );
}

function PartnerForm({ isLive, isAccepted, rejected }: PartnerProps) {
  const { key: visit } = useLocation();
  const [lastVisit, setLastVisit] = useState(visit);
  const [isDone, setDone] = useState(isAccepted);
  // Following a link back to this page shows the form again; an unsent text stays.
  if (lastVisit !== visit) {
    setLastVisit(visit);
    setDone(false);
  }
  if (isDone) return <FormDone {...(isLive ? partner.liveAcknowledgement : ACKNOWLEDGEMENT)} />;
  return isLive ? (
    <LivePartnerForm rejected={rejected} onSent={() => setDone(true)} />
  ) : (
    <SilentPartnerForm onDone={() => setDone(true)} />
  );
}

const { title, ...inPlace } = partner.acknowledgement;
const ACKNOWLEDGEMENT = { title, text: <MailInstead {...inPlace} /> };

function BesideForm() {
  const { title: byMail, text, action, materials, locationTitle, location } = directContact;
  return (
    <>
      <div className="direct-contact tablet:max-lg:grid tablet:max-lg:grid-cols-3 tablet:max-lg:gap-x-8">
        <ContactItem title={byMail} text={text}>
          <a
            href={action.href}
            className="prose-link inline-flex min-h-11 items-center wrap-anywhere"
          >
            {action.label}
          </a>
        </ContactItem>
        <ContactItem title={materials.title} text={materials.text}>
          <ButtonLink href={materials.action.href} variant="secondary" className="mt-4">
            {materials.action.label}
          </ButtonLink>
        </ContactItem>
        <ContactItem title={locationTitle} text={location} />
      </div>
      <p className="mt-6 text-muted text-xs">{notice}</p>
    </>
  );
}

type ContactItemProps = { title: string; text: string; children?: ReactNode };

function ContactItem({ title, text, children }: ContactItemProps) {
  return (
    <div className="border-line border-t py-6">
      <h3 className="display text-xl">{title}</h3>
      <p className="mt-1 text-muted">{text}</p>
      {children}
    </div>
  );
}
