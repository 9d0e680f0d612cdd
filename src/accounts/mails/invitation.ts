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
    may: 'As an administrator you write and publish, answer inquiries, send the newsletter and decide who else may.',
  }),
  writer: (name) => ({
    task: `write for ${name}`,
    may: 'As a writer you write, edit and publish posts, with their pictures.',
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
    preview: 'Choose a password, and you can begin. The link is valid once, for 48 hours.',
    body: [
      title(`You are invited to ${task}`),
      paragraph(`${invitedBy} has invited you. ${may}`),
      callToAction(acceptUrl, 'Accept the invitation'),
      paragraph(
        `The link opens a page on which you choose a password. It is valid once, until ${until}.`,
      ),
      small('If the button does not work, open this address: ', link(acceptUrl, acceptUrl)),
    ],
    footer: [
      'The link is for you alone: anyone who has it can take your place. If you expected no invitation, there is nothing to do; it ends by itself.',
    ],
  });
  return renderEmail(subject, element);
}
