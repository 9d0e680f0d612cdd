import {
  callToAction,
  emailLayout,
  link,
  paragraph,
  small,
  title,
} from '../../mail/email-layout.ts';
import { formatInstant } from '../../mail/format-instant.ts';
import { type RenderedEmail, renderEmail } from '../../mail/render-email.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';

type PasswordResetProps = {
  site: SiteIdentity;
  /** The account's address. */
  email: string;
  resetUrl: string;
  /** ISO 8601 in UTC. */
  expiresAt: string;
};

/** Leads to a page on which a new password is chosen. */
export async function passwordReset(props: PasswordResetProps): Promise<RenderedEmail> {
  const { site, email, resetUrl, expiresAt } = props;
  const subject = `A new password for your account at ${site.name}`;
  const until = formatInstant(expiresAt, site.timeZone);
  const element = emailLayout({
    site,
    subject,
    preview:
      'The link works once, within an hour. If you do not use it, your password stays the same.',
    body: [
      title('Choose a new password'),
      paragraph(
        `Someone asked for a new password for the account ${email}. If it was you, choose one on the page that this button opens.`,
      ),
      callToAction(resetUrl, 'Choose a new password'),
      paragraph(
        `The link works once, until ${until}. Once you choose a new password, you are signed out everywhere. Two-step sign-in stays as it is.`,
      ),
      small('If the button does not work, open this link: ', link(resetUrl, resetUrl)),
    ],
    footer: [
      'If it was not you, you need not do anything: your password stays the same. Never pass this link on.',
    ],
  });
  return renderEmail(subject, element);
}
