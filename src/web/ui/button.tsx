import type { ComponentProps } from 'react';
import { Link } from './link.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const BASE =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border px-5 py-2 text-sm font-medium no-underline transition-[color,background-color,border-color,filter,translate] duration-150 active:translate-y-px disabled:cursor-not-allowed disabled:opacity-50';

const LOOKS: Record<Look, string> = {
  primary:
    'border-teal bg-teal text-on-teal enabled:hover:brightness-110 [a&]:hover:brightness-110',
  secondary: 'border-line bg-surface text-ink hover:border-teal',
  quiet: 'border-transparent bg-transparent text-ink hover:border-line',
  danger: 'border-danger bg-transparent text-danger hover:bg-danger-tint',
};

function classes(look: Look, className: string | undefined): string {
  return [BASE, LOOKS[look], className].filter(Boolean).join(' ');
}

export function Button({
  look = 'primary',
  className,
  ...props
}: ComponentProps<'button'> & { look?: Look }) {
  return <button type="button" {...props} className={classes(look, className)} />;
}

/** A link that looks like a button: to a page of this site, or to any other URL (`mailto:`, `#`). */
export function ButtonLink({
  look = 'primary',
  href,
  className,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & { href: string; look?: Look }) {
  return href.startsWith('/') ? (
    <Link {...props} to={href} className={classes(look, className)} />
  ) : (
    <a {...props} href={href} className={classes(look, className)} />
  );
}
