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

type InvitationProps = {
  site: SiteIdentity;
  role: 'administrator' | 'writer';
  /** The email of an administrator. */
  invitedBy: string;
  acceptUrl: string;
  /** ISO 8601 in UTC. */
  expiresAt: string;
};

const ROLES: Record<InvitationProps['role'], (name: string) => { task: string; may: string }> = {
  administrator: (name) => ({
    task: `administer ${name}`,
    may: 'As an administrator you can write and publish posts, answer enquiries, send the newsletter and manage people.',
  }),
  writer: (name) => ({
    task: `write for ${name}`,
    may: 'As a writer you can write, edit and publish posts, and add pictures.',
  }),
};

/** Invites somebody to an account. */
export async function invitation(props: InvitationProps): Promise<RenderedEmail> {
  const { site, role, invitedBy, acceptUrl, expiresAt } = props;
  const { task, may } = ROLES[role](site.name);
  const subject = `Your invitation to ${task}`;
  const until = formatInstant(expiresAt, site.timeZone);
  const element = emailLayout({
    site,
    subject,
    preview: 'Choose a password to get started. The link works once, within 48 hours.',
    body: [
      title(`You are invited to ${task}`),
      paragraph(`${invitedBy} has invited you. ${may}`),
      callToAction(acceptUrl, 'Accept the invitation'),
      paragraph(
        `The link opens a page where you choose a password. It works once, until ${until}.`,
      ),
      small('If the button does not work, open this link: ', link(acceptUrl, acceptUrl)),
    ],
    footer: [
      'The link is for you alone: anyone who has it can take your place. If you did not expect an invitation, you need not do anything; it expires by itself.',
    ],
  });
  return renderEmail(subject, element);
}
