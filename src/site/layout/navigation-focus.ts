import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Module state: the layout remounts when it shows an error. */
let shownPath: string | undefined;

/**
 * Moves the focus after client-side navigation, as a browser does when it loads a page: to the URL's
 * anchor, else to the page's heading. The router scrolls.
 */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    const isFirst = shownPath === undefined;
    if (shownPath === pathname) return;
    shownPath = pathname;
    // A form may have put the caret into its first field.
    if (isFirst || document.activeElement?.matches('main :is(input, textarea)')) return;
    const target =
      document.getElementById(hash.slice(1)) ??
      document.querySelector<HTMLElement>('main h1') ??
      document.querySelector('main');
    if (target === null) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
}
