import { callToAction, emailLayout, paragraph, title } from '../../mail/email-layout.ts';
import { formatInstant } from '../../mail/format-instant.ts';
import { type RenderedEmail, renderEmail } from '../../mail/render-email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';

type AccountChangedProps = {
  site: SiteIdentity;
  email: string;
  /** A sentence without its full stop. */
  change: string;
  /** ISO 8601 in UTC. */
  at: string;
};

/** Tells the owner of an account that its password or its second factors have changed. */
export async function accountChanged(props: AccountChangedProps): Promise<RenderedEmail> {
  const { site, email, change, at } = props;
  const element = emailLayout({
    site,
    subject: change,
    preview: 'If it was not you, choose a new password at once.',
    body: [
      title(change),
      paragraph(
        `It was done on ${formatInstant(at, site.timeZone)}, for the account ${email} at ${site.name}. If it was you, you need not do anything.`,
      ),
      paragraph(
        'If it was not you, choose a new password at once, and remove what you do not know in your account.',
      ),
      callToAction(`${site.url}/admin/forgot-password`, 'Choose a new password'),
    ],
    footer: ['You get this email because the way to sign in to your account has changed.'],
  });
  return renderEmail(change, element);
}
