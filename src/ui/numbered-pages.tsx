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
  const way = (to: number, rel: string, name: string) =>
    to < 1 || to > pages ? (
      <span />
    ) : (
      <ButtonLink variant="secondary" rel={rel} href={pageHref(to, list)}>
        {name}
      </ButtonLink>
    );
  return (
    <nav aria-label={label} className="mt-12 flex items-center justify-between gap-4">
      {way(number - 1, 'prev', previous)}
      <span className="text-muted text-sm tabular-nums">
        {number} / {pages}
      </span>
      {way(number + 1, 'next', next)}
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
