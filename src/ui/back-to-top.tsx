import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

/** Scrolled pixels from which the button shows (specification section 9). */
const THRESHOLD = 500;

function subscribe(onScroll: () => void) {
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => window.removeEventListener('scroll', onScroll);
}

export function BackToTop({ label }: { label: string }) {
  const far = useSyncExternalStore(
    subscribe,
    () => window.scrollY > THRESHOLD,
    () => false,
  );
  return far ? (
    <button
      type="button"
      onClick={scrollToTop}
      aria-label={label}
      title={label}
      className="fixed right-4 bottom-4 z-40 grid size-12 cursor-pointer place-items-center rounded-full border border-line bg-surface text-ink transition-colors hover:border-teal hover:text-teal md:right-8 md:bottom-8"
    >
      <Icon name="arrow-up" className="size-5" />
    </button>
  ) : null;
}

/** The button unmounts at the top, so the focus moves to `main`. */
function scrollToTop() {
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isReduced ? 'auto' : 'smooth' });
  document.querySelector('main')?.focus({ preventScroll: true });
}
