import { type ComponentProps, type ElementType, useEffect, useRef } from 'react';

/** Where elements come from: below, or from the left. */
type Manner = 'below' | 'left';

type RevealProps<T extends ElementType> = {
  as?: T;
  manner?: Manner;
} & Omit<ComponentProps<T>, 'as'>;

/**
 * Its children fade in, one after another, as they are scrolled into view (specification
 * section 9). Only a script that runs can hide them: without one, with reduced motion, and for what
 * is on screen already, everything simply stands there. A page that sends no framework takes
 * `REVEAL_SCRIPT` along.
 */
export function Reveal<T extends ElementType = 'div'>({
  as,
  manner = 'below',
  ...props
}: RevealProps<T>) {
  const Tag: ElementType = as ?? 'div';
  const container = useRef<HTMLElement>(null);
  useEffect(
    () => (container.current === null ? undefined : revealChildren(container.current, manner)),
    [manner],
  );
  return <Tag {...props} data-reveal={manner} ref={container} />;
}

/** Pages carry it as text: it must use nothing from outside itself. Answers how to call it off. */
function revealChildren(container: HTMLElement, manner: Manner) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // At what height of the viewport elements appear: what is further up has arrived too.
  const { from, rootMargin, stagger } = {
    below: { from: '0 1.5rem', rootMargin: '1000000px 0px -20%', stagger: 200 },
    left: { from: '-3rem 0', rootMargin: '1000000px 0px -30%', stagger: 300 },
  }[manner];
  const waiting = new Map<Element, Animation>();
  const stop = new AbortController();

  const showAll = () => {
    for (const animation of waiting.values()) animation.cancel();
    waiting.clear();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const arrived = entries.filter((entry) => entry.isIntersecting);
      for (const [place, { target }] of arrived.entries()) {
        const animation = waiting.get(target);
        waiting.delete(target);
        observer.unobserve(target);
        animation?.effect?.updateTiming({ delay: place * stagger });
        animation?.play();
      }
    },
    { rootMargin },
  );
  for (const child of container.children) {
    if (child.getBoundingClientRect().top < window.innerHeight) continue;
    const animation = child.animate(
      { opacity: [0, 1], translate: [from, '0 0'] },
      { duration: 800, easing: 'cubic-bezier(0.2, 0.6, 0.2, 1)', fill: 'backwards' },
    );
    animation.pause();
    waiting.set(child, animation);
    observer.observe(child);
  }
  // A pressed button has the focus too: showing all then would move it away under the pointer.
  const showToKeyboard = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) showAll();
  };
  // What is read by keyboard or put on paper is not waited for.
  container.addEventListener('focusin', showToKeyboard, { signal: stop.signal });
  window.addEventListener('beforeprint', showAll, { signal: stop.signal });
  return () => {
    stop.abort();
    observer.disconnect();
    showAll();
  };
}

/** Reveals all that the server wrote of it in `root`. Answers how to call it off. */
export function revealWithin(root: ParentNode): () => void {
  const ends = [...root.querySelectorAll<HTMLElement>('[data-reveal]')].map((container) =>
    revealChildren(container, container.dataset.reveal as Manner),
  );
  return () => {
    for (const end of ends) end?.();
  };
}

/** The same for a page that sends no framework. */
export const REVEAL_SCRIPT = import.meta.env.SSR
  ? `for(const each of document.querySelectorAll('[data-reveal]'))(${revealChildren})(each,each.dataset.reveal);`
      .replace(/\/\/.*/g, '')
      .replace(/\s+/g, ' ')
  : '';
