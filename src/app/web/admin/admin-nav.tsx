import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import type { Role } from '../../../accounts/roles.ts';
import { readersZone } from '../../../admin/times.ts';
import { refreshUnread, useUnread } from '../../../inquiries/admin/unread.ts';
import { NavLink } from '../../../ui/link.tsx';
import { ADMIN_PAGES, INBOX, pagesFor } from './navigation.ts';

const FRAME = 'mb-5 flex min-h-12 flex-wrap items-end justify-between gap-x-6 border-line border-b';
const ZONE = 'py-3 text-muted text-xs';
const LIST = '-ml-2.5 flex flex-wrap sm:-ml-3.5';
const ITEM = 'nav-link max-sm:px-2.5 max-sm:after:inset-x-2.5';

/** The links to the admin area's pages that are open to a role; null while the server cannot be asked for it. */
export function AdminNav({ role }: { role: Role | null }) {
  const { pathname } = useLocation();
  const hasInbox = role === 'administrator';

  const onNavigation = useEffectEvent((_: string) => (hasInbox ? refreshUnread() : undefined));
  useEffect(() => void onNavigation(pathname), [pathname]);

  useEffect(() => {
    if (!hasInbox) return;
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refreshUnread();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [hasInbox]);

  return (
    <div className={FRAME}>
      <nav aria-label="Admin area">
        <ul className={LIST}>
          {pagesFor(role ?? 'administrator').map(({ name, href }) => (
            <li key={href}>
              <NavLink to={href} className={ITEM}>
                {name}
                {href === INBOX ? <Unread /> : null}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className={ZONE}>Times in your zone, {readersZone()}</p>
    </div>
  );
}

/** The badge with the number of unread inquiries. */
function Unread() {
  const unread = useUnread() ?? 0;
  return unread === 0 ? null : (
    <span className="ml-1.5 rounded-full bg-teal px-1.5 text-on-teal text-xs leading-5 tabular-nums">
      {unread > 99 ? '99+' : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}

/** An invisible placeholder of the same size, rendered before the session is known. */
export function AdminNavPlaceholder() {
  return (
    <div className={FRAME}>
      <div className={`invisible ${LIST}`}>
        {ADMIN_PAGES.map(({ name }) => (
          <span key={name} className={ITEM}>
            {name}
          </span>
        ))}
      </div>
      {/* The server does not know the browser's zone. */}
      <p className={ZONE}>&nbsp;</p>
    </div>
  );
}
