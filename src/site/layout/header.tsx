import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import {
  headerNavigation,
  mobileNavigationExtra,
  navigationLabels,
} from '../../content/navigation.ts';
import { site } from '../../content/site.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link, NavLink } from '../../ui/link.tsx';
import { Mark } from '../../ui/mark.tsx';

/** The menu is a popover, which works without scripts. */
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
            <Icon
              name="sun"
              strokeWidth={2}
              className="size-5 text-[light-dark(transparent,currentcolor)] [grid-area:1/1]"
            />
            <Icon
              name="moon"
              strokeWidth={2}
              className="size-5 text-[light-dark(currentcolor,transparent)] [grid-area:1/1]"
            />
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
        <Icon name="menu" strokeWidth={2} className="size-6" />
        <Icon name="x" strokeWidth={2} className="size-6" />
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
                className="flex flex-col py-3 aria-[current]:text-teal"
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
