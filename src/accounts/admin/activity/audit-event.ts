import type { AuditEvent } from '../../audit.ts';
import type { AuditAction } from '../../audit-actions.ts';
import { browserName } from '../account/browser-name.ts';

/** An event as a sentence: actor, action, object. */
type EventDescription = {
  actor: string;
  /** The verb phrase. */
  action: string;
  /** Empty when the action needs none. */
  object: string;
  /** The page of the object. */
  href?: string;
};

type Describe = (event: AuditEvent) => Omit<EventDescription, 'actor'>;

const DESCRIPTIONS: Record<AuditAction, Describe> = {
  'signed-in': ({ subject }) => ({ action: 'signed in with', object: browserName(subject) }),
  'signed-out': () => ({ action: 'signed out', object: '' }),
  'session-ended': ({ subject }) => ({
    action: 'signed out a session in',
    object: browserName(subject),
  }),
  'password-changed': ({ actor, subject }) =>
    actor === subject
      ? { action: 'changed their password', object: '' }
      : { action: 'changed the password of', object: subject },
  'authenticator-app-added': () => ({ action: 'added an authenticator app', object: '' }),
  'authenticator-app-removed': () => ({ action: 'removed the authenticator app', object: '' }),
  'passkey-added': ({ subject }) => ({ action: 'added the passkey', object: quoted(subject) }),
  'passkey-removed': ({ subject }) => ({ action: 'removed the passkey', object: quoted(subject) }),
  'recovery-codes-made': () => ({ action: 'created new recovery codes', object: '' }),
  'recovery-code-used': () => ({ action: 'used a recovery code', object: '' }),
  'second-factors-removed': ({ subject }) => ({
    action: 'turned off two-step sign-in for',
    object: subject,
  }),
  'administrator-added': ({ subject }) => ({ action: 'added the administrator', object: subject }),
  'administrator-removed': ({ subject }) => ({
    action: 'removed the administrator',
    object: subject,
  }),
  'writer-added': ({ subject }) => ({ action: 'added the writer', object: subject }),
  'writer-removed': ({ subject }) => ({ action: 'removed the writer', object: subject }),
  'administrator-invited': ({ subject }) => ({
    action: 'invited, as an administrator,',
    object: subject,
  }),
  'writer-invited': ({ subject }) => ({ action: 'invited, as a writer,', object: subject }),
  'invitation-resent': ({ subject }) => ({
    action: 'renewed the invitation for',
    object: subject,
  }),
  'invitation-revoked': ({ subject }) => ({
    action: 'withdrew the invitation for',
    object: subject,
  }),
  'invitation-accepted': ({ subject }) => ({
    action: 'accepted the invitation and is now',
    object: subject === 'writer' ? 'a writer' : 'an administrator',
  }),
  'became-administrator': ({ subject }) => ({
    action: 'gave the administrator role to',
    object: subject,
  }),
  'became-writer': ({ subject }) => ({ action: 'gave the writer role to', object: subject }),
  'password-reset-mailed': ({ subject }) => ({
    action: 'requested a password link for',
    object: subject,
  }),
  'password-reset': () => ({ action: 'chose a new password with an emailed link', object: '' }),
  'post-created': (event) => ({ action: 'wrote', ...post(event) }),
  'post-edited': (event) => ({ action: 'edited', ...post(event) }),
  'post-deleted': ({ subject }) => ({ action: 'deleted', object: `/blog/${subject}` }),
  'post-restored': (event) => ({ action: 'restored', ...post(event) }),
  'post-erased': ({ subject }) => ({ action: 'permanently deleted', object: `/blog/${subject}` }),
  'warnings-acknowledged': (event) => ({
    action: `published despite ${event.detail}:`,
    ...post(event),
  }),
  'changes-saved': (event) => ({ action: 'saved unpublished changes to', ...post(event) }),
  'changes-published': (event) => ({ action: 'published the changes to', ...post(event) }),
  'changes-discarded': (event) => ({ action: 'discarded the changes to', ...post(event) }),
  'version-frozen': (event) => ({ action: `froze, as ${event.detail},`, ...post(event) }),
  'notice-added': (event) => ({ action: `added a notice (${event.detail}) to`, ...post(event) }),
  'notice-withdrawn': (event) => ({
    action: `withdrew a notice (${event.detail}) from`,
    ...post(event),
  }),
  'preview-link-created': (event) => ({ action: 'created a preview link for', ...post(event) }),
  'preview-link-revoked': (event) => ({ action: 'revoked a preview link for', ...post(event) }),
  'picture-uploaded': ({ subject }) => ({ action: 'uploaded the picture', object: subject }),
  'file-uploaded': ({ subject }) => ({ action: 'uploaded the file', object: subject }),
  'file-removed': ({ subject }) => ({ action: 'deleted the file', object: subject }),
  'picture-removed': ({ subject }) => ({ action: 'removed the picture', object: subject }),
  'newsletter-scheduled': (event) => ({ action: 'scheduled as a newsletter', ...post(event) }),
  'newsletter-cancelled': (event) => ({ action: 'cancelled the newsletter', ...post(event) }),
  'newsletter-sent': (event) => ({ action: 'issued as a newsletter', ...post(event) }),
  'newsletter-stopped': (event) => ({ action: 'stopped the newsletter', ...post(event) }),
  'subscriber-removed': () => ({ action: 'removed a subscriber', object: '' }),
  'subscribers-exported': ({ subject }) => ({
    action: 'exported subscribers:',
    object: subject,
  }),
  'inquiry-deleted': ({ subject }) => ({ action: 'deleted an enquiry:', object: subject }),
  'inquiries-exported': ({ subject }) =>
    subject === ''
      ? { action: 'exported all enquiries', object: '' }
      : { action: 'exported enquiries:', object: subject },
  'term-added': ({ subject }) => ({ action: 'added to the glossary', ...term(subject) }),
  'term-edited': ({ subject }) => ({ action: 'edited the glossary term', ...term(subject) }),
  'term-removed': ({ subject }) => ({
    action: 'removed from the glossary',
    object: quoted(subject),
  }),
  'author-added': ({ subject }) => ({ action: 'added the author', ...author(subject) }),
  'author-edited': ({ subject }) => ({ action: 'edited the author', ...author(subject) }),
  'author-removed': ({ subject }) => ({ action: 'removed the author', object: subject }),
  'import-started': ({ subject }) => ({ action: 'started the import', object: subject }),
  'import-stopped': ({ subject }) => ({ action: 'stopped the import', object: subject }),
  'import-taken-back': ({ subject }) => ({ action: 'undid the import', object: subject }),
  'site-exported': () => ({ action: 'exported the content of the site', object: '' }),
  'person-exported': () => ({ action: 'exported the data about a person', object: '' }),
  'person-erased': () => ({ action: 'erased the data about a person', object: '' }),
};

export function describeEvent(event: AuditEvent): EventDescription {
  return { actor: event.actor ?? 'The program', ...DESCRIPTIONS[event.action](event) };
}

/** A post by its saved title; a deleted one by its path. */
function post({ subject, title }: AuditEvent): Pick<EventDescription, 'object' | 'href'> {
  return title === null
    ? { object: `/blog/${subject}` }
    : { object: quoted(title), href: `/admin/edit-post/${subject}/revisions` };
}

function author(name: string): Pick<EventDescription, 'object' | 'href'> {
  return { object: name, href: '/admin/authors' };
}

function term(name: string): Pick<EventDescription, 'object' | 'href'> {
  return { object: quoted(name), href: '/admin/glossary' };
}

/** Puts a text in double quotation marks; those within it become single. */
function quoted(text: string): string {
  const inner = text
    .replace(/"([^"]*)"/g, '‘$1’')
    .replaceAll('“', '‘')
    .replaceAll('”', '’');
  return `“${inner}”`;
}
