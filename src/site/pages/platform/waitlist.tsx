import { type MouseEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { requiredNote } from '../../../content/page-labels.ts';
import { hero, type liveWaitlist, waitlist } from '../../../content/platform.ts';
import { site } from '../../../content/site.ts';
import { FormField } from '../../../inquiries/pages/form/inquiry-form.tsx';
import { formTexts, sendInquiry } from '../../../inquiries/pages/form/send-inquiry.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CheckedForm } from '../../../ui/checked-form.tsx';
import { HoneypotField } from '../../../ui/honeypot-field.tsx';
import { Icon } from '../../../ui/icon.tsx';

const submitTime = new Intl.DateTimeFormat(site.dateLocale, {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: site.timeZone,
});

/**
 * The `mailto:` URL of a draft that registers for the waitlist (specification section 7): one line
 * per field, then the submit time in the site's zone. Lines end in CRLF (RFC 6068).
 */
export function waitlistDraft(values: Record<string, string>, submittedAt: Date): string {
  const { to, subject, submittedLabel } = waitlist.draft;
  const lines = [
    ...waitlist.fields.map(({ name, label }) => `${label}: ${(values[name] ?? '').trim()}`),
    `${submittedLabel}: ${submitTime.format(submittedAt)}`,
  ];
  const body = lines.join('\n').replaceAll(/\r\n?|\n/g, '\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

type Registration = {
  state: 'sending' | 'received' | 'failed';
  draft: string;
};

function useRegistration() {
  const [registration, setRegistration] = useState<Registration>();

  async function register(details: Readonly<Record<string, string>>, draft: string): Promise<void> {
    const sent: Registration = { state: 'sending', draft };
    setRegistration(sent);
    // Opening the draft in webmail may leave this page.
    const failure = await sendInquiry('/api/waitlist', details, { keepalive: true });
    const state = failure === null ? 'received' : 'failed';
    setRegistration((last) => (last === sent ? { state, draft } : last));
  }

  return { registration, register };
}

const BORDERS = { sending: 'border-line', received: 'border-teal', failed: 'border-danger' };

type RegistrationStatusProps = {
  registration: Registration | undefined;
  labels: (typeof liveWaitlist)['registration'];
};

function RegistrationStatus({ registration, labels }: RegistrationStatusProps) {
  return (
    <div role="status" className="order-last basis-full text-sm">
      {registration && (
        <div className={`mt-3 max-w-xl border-l-2 pl-4 ${BORDERS[registration.state]}`}>
          <p>{labels[registration.state]}</p>
          {registration.state === 'failed' ? (
            <a href={registration.draft} className="prose-link inline-flex min-h-11 items-center">
              {labels.openDraft}
            </a>
          ) : null}
        </div>
      )}
    </div>
  );
}

/**
 * Submitting it opens a mail draft, and calls the API only if forms are live (specification section
 * 7). Without scripts the button is a link to an empty draft.
 */
export function Waitlist({ live }: { live: typeof liveWaitlist | null }) {
  const { registration, register } = useRegistration();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const close = () => dialog.current?.close();

  /** The content fills the dialog, so a click on the dialog element itself is on the overlay. */
  const closeOnOverlay = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return;
    // The default action would move the focus, which closing returns to the button.
    event.preventDefault();
    close();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = formTexts(new FormData(form));
    const draft = waitlistDraft(values, new Date());
    if (live !== null) void register(values, draft);
    // Synchronously: browsers open mail programs only on user activation.
    window.location.assign(draft);
    form.reset();
    close();
  };

  return (
    <>
      <Button className="noscript:hidden" onClick={() => dialog.current?.showModal()}>
        {hero.waitlistLabel}
      </Button>
      <span className="hidden noscript:contents">
        <ButtonLink
          href={`mailto:${waitlist.draft.to}?subject=${encodeURIComponent(waitlist.draft.subject)}`}
        >
          {hero.waitlistLabel}
        </ButtonLink>
      </span>
      <dialog
        ref={dialog}
        aria-labelledby={title}
        onMouseDown={closeOnOverlay}
        className="m-auto max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-paper text-ink opacity-0 transition-[opacity,translate,display,overlay] duration-200 transition-discrete backdrop:bg-paper/80 open:opacity-100 starting:open:translate-y-2 starting:open:opacity-0"
      >
        <div className="relative p-6 md:p-8">
          <h2 id={title} className="display pr-12 text-2xl">
            {waitlist.title}
          </h2>
          <p className="mt-2 text-muted">{waitlist.text}</p>
          <p className="mt-2 text-muted text-sm">{requiredNote}</p>
          <CheckedForm onSubmit={submit} className="mt-5 space-y-5">
            <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
              {waitlist.fields.map((field) => (
                <FormField
                  key={field.name}
                  field={field}
                  isWide={field.type === 'textarea'}
                  rows={2}
                />
              ))}
            </div>
            {live === null ? null : <HoneypotField />}
            <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <Button type="submit">{waitlist.submit}</Button>
              <p className="flex-1 basis-56 text-muted text-xs">{live?.note ?? waitlist.note}</p>
            </div>
          </CheckedForm>
          <button
            type="button"
            onClick={close}
            aria-label={waitlist.close}
            className="icon-button absolute top-4 right-4 md:top-6 md:right-6"
          >
            <Icon name="x" className="size-5" />
          </button>
        </div>
      </dialog>
      {live === null ? null : (
        <RegistrationStatus registration={registration} labels={live.registration} />
      )}
    </>
  );
}
