import type { ReactNode } from 'react';
import { notFound } from '../content/not-found.ts';
import { Button } from './button.tsx';
import { Link } from './link.tsx';

type NotFoundScreenProps = {
  title?: string;
  text?: string;
  children?: ReactNode;
};

export default function NotFoundScreen({
  title = notFound.title,
  text = notFound.text,
  children,
}: NotFoundScreenProps) {
  const { search, linksLabel, links } = notFound;
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-14 pt-32 pb-16 md:pt-44 lg:grid-cols-12">
      <div className="lg:col-span-6">
        <h1 className="display text-4xl">{title}</h1>
        <p className="mt-6 max-w-xl text-balance text-lg text-muted leading-relaxed [overflow-wrap:anywhere]">
          {text}
        </p>
        <search className="mt-9 block max-w-xl">
          <form action="/blog" className="flex flex-wrap items-end gap-3">
            <label className="min-w-0 flex-1 basis-56 font-medium text-sm">
              {search.label}
              <input
                type="search"
                name="q"
                required
                dir="auto"
                className="mt-1.5 min-h-12 w-full rounded-md border border-muted/70 bg-surface px-3.5 font-normal text-base text-ink hover:border-teal"
              />
            </label>
            <Button type="submit" className="min-h-12">
              {search.submit}
            </Button>
          </form>
        </search>
        {children}
      </div>
      <nav aria-label={linksLabel} className="lg:col-span-5 lg:col-start-8">
        <ul className="border-line border-t">
          {links.map(({ name, href, description }) => (
            <li key={href} className="border-line border-b">
              <Link
                to={href}
                className="group grid min-h-11 grid-cols-[min(7rem,40%)_1fr] items-baseline gap-x-4 py-2.5"
              >
                <span className="font-medium group-hover:text-teal">{name}</span>
                <span className="text-muted text-sm">{description}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
