import type { Role } from '../../../accounts/roles.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';

export const INBOX = '/admin/inbox';

type AdminPage = { name: string; href: string; role: Role };

/** The server decides by itself: see its 403. */
const ADMIN_PAGES: readonly AdminPage[] = [
  { name: 'Posts', href: DASHBOARD, role: 'writer' },
  { name: 'Inbox', href: INBOX, role: 'administrator' },
  { name: 'Newsletter', href: '/admin/newsletter', role: 'administrator' },
  { name: 'Subscribers', href: '/admin/subscribers', role: 'administrator' },
  { name: 'Media', href: '/admin/media', role: 'writer' },
  { name: 'Authors', href: '/admin/authors', role: 'administrator' },
  { name: 'Glossary', href: '/admin/glossary', role: 'administrator' },
  { name: 'People', href: '/admin/people', role: 'administrator' },
  { name: 'Activity', href: '/admin/activity', role: 'administrator' },
  { name: 'Account', href: '/admin/account', role: 'writer' },
];

export function pagesFor(role: Role): readonly AdminPage[] {
  return ADMIN_PAGES.filter((page) => role === 'administrator' || page.role === 'writer');
}

export function isOfPosts(pathname: string): boolean {
  return /^\/admin\/(create-post|edit-post|writing-help)(\/|$)/i.test(pathname);
}

export function mayOpen(role: Role, pathname: string): boolean {
  const path = pathname.toLowerCase();
  const page = ADMIN_PAGES.find(({ href }) => path === href || path.startsWith(`${href}/`));
  return role === 'administrator' || page === undefined || page.role === 'writer';
}
