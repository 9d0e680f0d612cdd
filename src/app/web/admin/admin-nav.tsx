import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Role } from '../../../accounts/roles.ts';
import { DASHBOARD } from '../../../admin/dashboard-path.ts';
import { refreshUnread, useUnread } from '../../../inquiries/admin/unread.ts';
import { Link, NavLink } from '../../../ui/link.tsx';
import { INBOX, isOfPosts, pagesFor } from './navigation.ts';

/** One row, which scrolls sideways where it has no room and fades out in the page's margins: no badge shows there alone. */
const FRAME =
  'relative mb-5 overflow-x-auto border-line border-b [--margin:clamp(1rem,4vw,2.5rem)] [scrollbar-width:none] max-lg:-mx-(--margin) max-lg:px-(--margin) max-lg:[mask-image:linear-gradient(to_right,transparent_calc(var(--margin)/2),black_var(--margin),black_calc(100%-var(--margin)),transparent_calc(100%-var(--margin)/2))]';
const LIST = '-ml-2.25 flex w-max';
const ITEM = 'nav-link my-0.5 px-2.25 after:inset-x-2.25';
/** Room for two digits of the badge, which itself takes none. */
const BEFORE_NEXT = 'mr-3';

/** The links to the admin area's pages that are open to a role; null while the server cannot be asked for it. */
export function AdminNav({ role }: { role: Role | null }) {
  const { pathname } = useLocation();
  const hasInbox = role === 'administrator';
  const row = useRef<HTMLElement>(null);

  const unread = useUnread() ?? 0;

  const showCurrent = useEffectEvent((..._: [string, number]) => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    // Not `scrollIntoView`, which would also scroll the page.
    if (current) row.current?.scrollTo(current.offsetLeft - row.current.clientWidth / 3, 0);
  });
  useEffect(() => showCurrent(pathname, unread), [pathname, unread]);

  const onNavigation = useEffectEvent((_: string) => (hasInbox ? refreshUnread() : undefined));
  useEffect(() => void onNavigation(pathname), [pathname]);

  return (
    <nav ref={row} aria-label="Admin area" className={FRAME}>
      <ul className={LIST}>
        {pagesFor(role ?? 'administrator').map(({ name, href }) => (
          <li key={href} className={href === INBOX ? BEFORE_NEXT : undefined}>
            {href === DASHBOARD && isOfPosts(pathname) ? (
              <Link to={href} aria-current="true" className={ITEM}>
                {name}
              </Link>
            ) : (
              <NavLink to={href} className={ITEM}>
                {name}
                {href === INBOX ? <Unread count={unread} /> : null}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The badge with the number of unread inquiries, which arrives late: over the corner of its link, it moves no other. */
function Unread({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="absolute top-0.5 left-[calc(100%-0.5625rem)] min-w-4 rounded-full bg-teal px-1 text-center text-[0.6875rem] text-on-teal leading-4 tabular-nums whitespace-nowrap">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}

export function AdminNavPlaceholder() {
  return (
    <div className={FRAME}>
      <div className={`invisible ${LIST}`}>
        <span className={ITEM}>Posts</span>
      </div>
    </div>
  );
}
