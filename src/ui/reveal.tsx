import { type ComponentProps, type ElementType, useEffect, useRef } from 'react';

type RevealDirection = 'below' | 'left';

type RevealProps<T extends ElementType> = {
  as?: T;
  direction?: RevealDirection;
} & Omit<ComponentProps<T>, 'as'>;

/**
 * Fades its children in, one after another, as they are scrolled into view (specification section 9).
 * Nothing is hidden without scripts, with reduced motion, or on screen already. Pages without hydration
 * need `REVEAL_SCRIPT`.
 */
export function Reveal<T extends ElementType = 'div'>({
  as,
  direction = 'below',
  ...props
}: RevealProps<T>) {
  const Tag: ElementType = as ?? 'div';
  const container = useRef<HTMLElement>(null);
  useEffect(
    () => (container.current === null ? undefined : revealChildren(container.current, direction)),
    [direction],
  );
  return <Tag {...props} data-reveal={direction} ref={container} />;
}

/** Inlined as text: it must not use anything outside itself. Returns a function that cancels it. */
function revealChildren(container: HTMLElement, direction: RevealDirection) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // The bottom margin sets where elements appear; the top one includes all that was scrolled past.
  const { from, rootMargin, stagger } = {
    below: { from: '0 1.5rem', rootMargin: '1000000px 0px -20%', stagger: 200 },
    left: { from: '-3rem 0', rootMargin: '1000000px 0px -30%', stagger: 300 },
  }[direction];
  const waiting = new Map<Element, Animation>();
  const stop = new AbortController();

  const showAll = () => {
    observer.disconnect();
    for (const animation of waiting.values()) animation.cancel();
  };
  const hide = (child: Element) => {
    const animation = child.animate(
      { opacity: [0, 1], translate: [from, '0 0'] },
      { duration: 800, easing: 'cubic-bezier(0.2, 0.6, 0.2, 1)', fill: 'backwards' },
    );
    animation.pause();
    waiting.set(child, animation);
  };
  // Called first when the page is laid out: to ask where the children are before that would lay it out at once.
  const observer = new IntersectionObserver(
    (entries) => {
      let shown = 0;
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const animation = waiting.get(target);
        if (animation === undefined && boundingClientRect.top >= window.innerHeight) hide(target);
        else if (animation === undefined || isIntersecting) {
          observer.unobserve(target);
          animation?.effect?.updateTiming({ delay: shown * stagger });
          animation?.play();
          shown += 1;
        }
      }
    },
    { rootMargin },
  );
  for (const child of container.children) observer.observe(child);
  // A click also focuses a button: revealing then would move the button away from the pointer.
  const showToKeyboard = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) showAll();
  };
  // Keyboard users and printing see everything at once.
  container.addEventListener('focusin', showToKeyboard, { signal: stop.signal });
  window.addEventListener('beforeprint', showAll, { signal: stop.signal });
  return () => {
    stop.abort();
    showAll();
  };
}

/** Returns a function that cancels it. */
export function revealWithin(root: ParentNode): () => void {
  const cancels = [...root.querySelectorAll<HTMLElement>('[data-reveal]')].map((container) =>
    revealChildren(container, container.dataset.reveal as RevealDirection),
  );
  return () => {
    for (const cancel of cancels) cancel?.();
  };
}

/** Serves pages without hydration. */
export const REVEAL_SCRIPT = import.meta.env.SSR
  ? `for(const container of document.querySelectorAll('[data-reveal]'))(${revealChildren})(container,container.dataset.reveal);`
      .replace(/\/\/.*/g, '')
      .replace(/\s+/g, ' ')
  : '';
