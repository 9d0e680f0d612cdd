import { ButtonLink } from './button.tsx';

type NumberedPagesProps = {
  label: string;
  previous: string;
  next: string;
  number: number;
  pages: number;
  /** The path of the first page, without a query. */
  path: string;
  query?: Readonly<Record<string, string>>;
};

export function NumberedPages({
  label,
  previous,
  next,
  number,
  pages,
  ...list
}: NumberedPagesProps) {
  if (pages === 1) return null;
  return (
    <nav aria-label={label} className="mt-12 flex items-center justify-between gap-4">
      {number > 1 ? (
        <ButtonLink variant="secondary" rel="prev" href={pageHref(number - 1, list)}>
          {previous}
        </ButtonLink>
      ) : (
        <span />
      )}
      <span className="text-muted text-sm tabular-nums">
        {number} / {pages}
      </span>
      {number < pages ? (
        <ButtonLink variant="secondary" rel="next" href={pageHref(number + 1, list)}>
          {next}
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}

function pageHref(
  number: number,
  { path, query = {} }: Pick<NumberedPagesProps, 'path' | 'query'>,
): string {
  const parameters = new URLSearchParams({
    ...query,
    ...(number === 1 ? {} : { page: `${number}` }),
  });
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
