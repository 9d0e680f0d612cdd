import { ButtonLink } from '../ui/button.tsx';

type NumberedPagesProps = {
  /** The accessible name of the navigation. */
  label: string;
  previous: string;
  next: string;
  number: number;
  pages: number;
  /** The search query. */
  q?: string;
};

/** Links to the previous and the next page. */
export function NumberedPages({ label, previous, next, number, pages, q }: NumberedPagesProps) {
  return (
    <nav aria-label={label} className="mt-12 flex items-center justify-between gap-4">
      {number > 1 ? (
        <ButtonLink look="secondary" rel="prev" href={pageHref(number - 1, q)}>
          {previous}
        </ButtonLink>
      ) : (
        <span />
      )}
      <span className="text-muted text-sm tabular-nums">
        {number} / {pages}
      </span>
      {number < pages ? (
        <ButtonLink look="secondary" rel="next" href={pageHref(number + 1, q)}>
          {next}
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}

function pageHref(number: number, q: string | undefined): string {
  const parameters = new URLSearchParams({
    ...(q === undefined ? {} : { q }),
    ...(number === 1 ? {} : { page: `${number}` }),
  });
  return parameters.size === 0 ? '/blog' : `/blog?${parameters}`;
}
