import { button, formatInstant, html, linkInWords, renderEmail } from '../../mail/email.ts';
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

const ROLES = {
  administrator: {
    task: 'administer',
    may: 'As an administrator you can write and publish posts, answer enquiries, send the newsletter and manage people.',
  },
  writer: {
    task: 'write for',
    may: 'As a writer you can write, edit and publish posts, and add pictures.',
  },
};

/** Invites somebody to an account. */
export function invitation({ site, role, invitedBy, acceptUrl, expiresAt }: InvitationProps) {
  const task = `${ROLES[role].task} ${site.name}`;
  return renderEmail(site, {
    subject: `Your invitation to ${task}`,
    preview: 'Choose a password to get started. The link works once, within 48 hours.',
    body: html`<h1 dir="auto">You are invited to ${task}</h1>
<p>${invitedBy} has invited you. ${ROLES[role].may}</p>
${button(acceptUrl, 'Accept the invitation')}
<p>The link opens a page where you choose a password. It works once, until ${formatInstant(expiresAt, site.timeZone)}.</p>
${linkInWords(acceptUrl)}`,
    footer:
      'The link is for you alone: anyone who has it can take your place. If you did not expect an invitation, you need not do anything; it expires by itself.',
  });
}
