import type { ComponentProps } from 'react';

/** The URLs of the drawings, by their paths. */
const FILES = import.meta.glob<string>('./surfaces/*.svg', {
  eager: true,
  import: 'default',
  query: '?url',
});

export type SurfaceName =
  | ('funnel' | 'home' | 'investors' | 'molecules' | 'osimertinib')
  | ('pipeline' | 'platform' | 'purpose' | 'teams');

/** Each is a file of its own, which the words of the page do not wait for. */
export function Surface({ name, ...props }: ComponentProps<'svg'> & { name: SurfaceName }) {
  return (
    <svg aria-hidden="true" data-screen-only="" {...props}>
      <use href={`${FILES[`./surfaces/${name}.svg`]}#art`} width="100%" height="100%" />
    </svg>
  );
}

/**
 * In a band that closes a page: beside the words on wide screens, above them on narrow ones, between a hairline and the
 * edge of the window. Before they are wide, so much is cut off above and below that discs would be, too.
 */
export function BandSurface({ name }: { name: SurfaceName }) {
  return (
    <Surface
      name={name}
      className="-z-10 aspect-25/16 max-h-64 w-full border-line border-b sm:max-lg:[--discs:0] min-[40rem]:max-h-80 lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:max-h-none lg:w-[calc(50%-min(8.333%,6.25rem)-0.75rem)] lg:border-b-0 lg:border-l"
    />
  );
}
