import type { ReactNode } from 'react';
import { data, type MetaDescriptor } from 'react-router';
import type { PageSeo } from '../content/page-seo.ts';
import { ButtonLink } from './button.tsx';
import { Link } from './link.tsx';
import { canonicalUrl, pageMeta } from './seo.ts';

type Way = { href: string; label: string };

/**
 * @param number the page that was asked for, from 1
 * @throws a 404 response for a page after the last
 */
export function countPages(total: number, perPage: number, number: number): number {
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (number > pages) throw data(null, { status: 404, statusText: 'Not Found' });
  return pages;
}

export function listMeta(
  seo: PageSeo,
  publicUrl: string,
  { number, searchTitle }: { number: number; searchTitle: string | null },
): MetaDescriptor[] {
  if (searchTitle !== null) {
    const title = `${searchTitle} | ${seo.title}`;
    const href = canonicalUrl(publicUrl, seo.canonical);
    return [
      ...pageMeta({ ...seo, title }, { publicUrl, noindex: true }),
      { tagName: 'link', rel: 'canonical', href },
    ];
  }
  const title = number === 1 ? seo.title : `${seo.title} (${number})`;
  return pageMeta({ ...seo, title }, { publicUrl });
}

type ListHeadingProps = {
  title: string;
  children: ReactNode;
  hint?: string | null;
};

export function ListHeading({ title, children, hint = null }: ListHeadingProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-ink border-b pb-3">
      <h2 className="font-medium tabular-nums [overflow-wrap:anywhere]">{title}</h2>
      {children}
      {hint === null ? null : <p className="w-full text-muted text-sm">{hint}</p>}
    </div>
  );
}

/** Its target does not increase the height of the heading's row. */
export function WholeList({ href, label }: Way) {
  return (
    <Link to={href} className="prose-link -my-3 inline-flex min-h-11 items-center text-sm">
      {label}
    </Link>
  );
}

export function ListNotice({ title, hint, ways }: { title: string; hint: string; ways: Way[] }) {
  return (
    <div className="border-line border-t py-16">
      <h2 className="display break-words text-2xl">{title}</h2>
      <p className="mt-3 mb-6 max-w-[60ch] break-words text-muted">{hint}</p>
      <div className="flex flex-wrap gap-3">
        {ways.map(({ href, label }) => (
          <ButtonLink key={href} variant="secondary" href={href}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}
