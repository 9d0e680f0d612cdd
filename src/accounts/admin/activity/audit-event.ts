import type { AuditEvent } from '../../audit.ts';
import { SENTENCES } from '../../audit-actions.ts';
import { browserName } from '../account/browser-name.ts';

type Described = { object: string; href?: string };

export function describeEvent(event: AuditEvent): Described & { actor: string; action: string } {
  const sentence = sentenceOf(event).replace('{detail}', () => event.detail ?? '');
  const [action = '', kind = ''] = sentence.split(/ \{(\w+)\}$/);
  const described = OBJECTS[kind]?.(event) ?? { object: event.subject };
  return { actor: event.actor ?? 'The program', action, ...described };
}

function sentenceOf({ action, actor, subject }: AuditEvent): string {
  if (action === 'password-changed' && actor === subject) return 'changed their password';
  if (action === 'inquiries-exported' && subject === '') return 'exported all enquiries';
  return SENTENCES[action];
}

const OBJECTS: Record<string, (event: AuditEvent) => Described> = {
  '': () => ({ object: '' }),
  browser: ({ subject }) => ({ object: browserName(subject) }),
  role: ({ subject }) => ({ object: subject === 'writer' ? 'a writer' : 'an administrator' }),
  quoted: ({ subject }) => ({ object: quoted(subject) }),
  term: ({ subject }) => ({ object: quoted(subject), href: '/admin/glossary' }),
  author: ({ subject }) => ({ object: subject, href: '/admin/authors' }),
  slug: ({ subject }) => ({ object: `/blog/${subject}` }),
  // A deleted one by its path.
  post: ({ subject, title }) =>
    title === null
      ? { object: `/blog/${subject}` }
      : { object: quoted(title), href: `/admin/edit-post/${subject}/revisions` },
};

function quoted(text: string): string {
  const inner = text
    .replace(/"([^"]*)"/g, '‘$1’')
    .replaceAll('“', '‘')
    .replaceAll('”', '’');
  return `“${inner}”`;
}
