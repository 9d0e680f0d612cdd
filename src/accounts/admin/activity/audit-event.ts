import type { AuditEvent } from '../../audit.ts';
import { SENTENCES } from '../../audit-actions.ts';
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

export function describeEvent(event: AuditEvent): EventDescription {
  const [, action = '', kind = ''] =
    /^(.*?)(?: \{(\w+)\})?$/s.exec(
      sentenceOf(event).replace('{detail}', () => event.detail ?? ''),
    ) ?? [];
  return { actor: event.actor ?? 'The program', action, ...objectOf(kind, event) };
}

function sentenceOf({ action, actor, subject }: AuditEvent): string {
  if (action === 'password-changed' && actor === subject) return 'changed their password';
  if (action === 'inquiries-exported' && subject === '') return 'exported all enquiries';
  return SENTENCES[action];
}

function objectOf(kind: string, event: AuditEvent): Pick<EventDescription, 'object' | 'href'> {
  const { subject, title } = event;
  switch (kind) {
    case '':
      return { object: '' };
    case 'browser':
      return { object: browserName(subject) };
    case 'role':
      return { object: subject === 'writer' ? 'a writer' : 'an administrator' };
    case 'quoted':
      return { object: quoted(subject) };
    case 'term':
      return { object: quoted(subject), href: '/admin/glossary' };
    case 'author':
      return { object: subject, href: '/admin/authors' };
    case 'post':
      // A deleted one by its path.
      if (title === null) break;
      return { object: quoted(title), href: `/admin/edit-post/${subject}/revisions` };
    case 'slug':
      break;
    default:
      return { object: subject };
  }
  return { object: `/blog/${subject}` };
}

/** Puts a text in double quotation marks; those within it become single. */
function quoted(text: string): string {
  const inner = text
    .replace(/"([^"]*)"/g, '‘$1’')
    .replaceAll('“', '‘')
    .replaceAll('”', '’');
  return `“${inner}”`;
}
