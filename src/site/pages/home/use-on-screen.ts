import { type RefObject, useEffect, useState } from 'react';

/** True while the element is in the viewport and the tab is visible; null until the browser knows. */
export function useOnScreen(element: RefObject<Element | null>): boolean | null {
  const [onScreen, setOnScreen] = useState<boolean | null>(null);
  useEffect(() => {
    if (element.current === null) return;
    let intersecting = false;
    const update = () => setOnScreen(intersecting && document.visibilityState === 'visible');
    const observer = new IntersectionObserver((entries) => {
      intersecting = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(element.current);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [element]);
  return onScreen;
}
