import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import {
  headerNavigation,
  mobileNavigationExtra,
  navigationLabels,
} from '../../content/navigation.ts';
import { site } from '../../content/site.ts';
import { Link, NavLink } from '../../ui/link.tsx';
import { Mark } from '../../ui/mark.tsx';

/** As Lucide draws them (ISC licence). */
const LINES = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  close: 'M18 6 6 18M6 6l12 12',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
  moon: 'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
};

/** Inlined, unlike `ui/icon.tsx`: the header must work when files fail to load. */
function HeaderIcon({ name, className }: { name: keyof typeof LINES; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={LINES[name]} />
    </svg>
  );
}

/** The fixed header, 80 px high. The menu is a popover, which works without scripts. */
export function Header() {
  return (
    <header className="site-header">
      <div className="page flex h-20 items-center justify-between gap-[min(1.5rem,4vw)]">
        <Link
          to="/"
          aria-label={navigationLabels.logo}
          className="-m-2 flex min-h-11 items-center gap-3 p-2"
        >
          <Mark className="size-[min(2rem,9vw)]" />
          <span className="display text-[min(var(--text-2xl),9vw)] tracking-tight">
            {site.name}
          </span>
        </Link>
        <div className="-mr-3 flex items-center gap-1">
          <nav aria-label={navigationLabels.main} className="hidden md:block">
            <ul className="flex items-center gap-1">
              {headerNavigation.map((item) => (
                <li key={item.href}>
                  <NavLink to={item.href} title={item.description} className="nav-link">
                    {item.name}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <button
            type="button"
            data-theme-toggle=""
            aria-label={navigationLabels.switchTheme}
            className="icon-button"
          >
            <HeaderIcon name="sun" className="theme-icon-dark size-5" />
            <HeaderIcon name="moon" className="theme-icon-light size-5" />
          </button>
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

function MobileMenu() {
  const menu = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const shownKey = useRef(key);
  useEffect(() => {
    // Hydration is no navigation: a menu that was opened before it stays open.
    if (shownKey.current === key) return;
    shownKey.current = key;
    menu.current?.hidePopover?.();
  }, [key]);
  return (
    <div className="md:hidden">
      <button
        type="button"
        popoverTarget="mobile-menu"
        aria-label={navigationLabels.toggleMenu}
        className="icon-button menu-button"
      >
        <HeaderIcon name="menu" className="menu-open-icon size-6" />
        <HeaderIcon name="close" className="menu-close-icon size-6" />
      </button>
      <nav
        ref={menu}
        id="mobile-menu"
        popover="auto"
        aria-label={navigationLabels.main}
        className="mobile-menu"
      >
        <ul className="page py-4">
          {[...headerNavigation, ...mobileNavigationExtra].map((item) => (
            <li key={item.href} className="border-line border-b last:border-0">
              <NavLink
                to={item.href}
                onClick={() => menu.current?.hidePopover()}
                className="mobile-link"
              >
                <span className="display text-xl">{item.name}</span>
                <span className="text-muted text-sm">{item.description}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
