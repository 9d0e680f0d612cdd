import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Kept outside the component: a layout that shows an error is a new one. */
let shown: string | undefined;

/**
 * Moves the focus to the page that a link has led to, as a browser does when it loads one: to the
 * place that the address names, else to the page's heading. Scrolling is left to the router.
 */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    const isFirst = shown === undefined;
    if (shown === pathname) return;
    shown = pathname;
    if (isFirst) return;
    const target =
      document.getElementById(hash.slice(1)) ??
      document.querySelector<HTMLElement>('main h1') ??
      document.querySelector('main');
    if (target === null) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
}
