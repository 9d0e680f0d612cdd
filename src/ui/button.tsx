import type { ComponentProps } from 'react';
import { Link } from './link.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

const BASE =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border px-5 py-2 text-sm font-medium no-underline transition-[color,background-color,border-color,filter,translate] duration-150 active:translate-y-px disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50';

const VARIANTS: Record<Variant, string> = {
  primary:
    'border-teal bg-teal text-on-teal enabled:hover:[filter:brightness(1.1)] [a&]:hover:[filter:brightness(1.1)]',
  secondary: 'border-line bg-surface text-ink hover:border-teal',
  quiet: 'border-transparent bg-transparent text-ink hover:border-line',
  danger: 'border-danger bg-transparent text-danger hover:bg-danger-tint',
};

function classes(variant: Variant, className: string | undefined): string {
  return [BASE, VARIANTS[variant], className].filter(Boolean).join(' ');
}

export function Button({
  variant = 'primary',
  className,
  ...props
}: ComponentProps<'button'> & { variant?: Variant }) {
  return <button type="button" {...props} className={classes(variant, className)} />;
}

export function ButtonLink({
  variant = 'primary',
  href,
  className,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & { href: string; variant?: Variant }) {
  return href.startsWith('/') ? (
    <Link {...props} to={href} className={classes(variant, className)} />
  ) : (
    <a {...props} href={href} className={classes(variant, className)} />
  );
}
