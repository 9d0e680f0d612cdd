import type { ReactNode } from 'react';

type SectionProps = {
  id?: string;
  title: string;
  intro?: ReactNode;
  /**
   * On wide screens, `beside`: left of the content, five columns to seven, and sticky; `across`: above it, with the
   * introduction in the seven columns.
   */
  heading?: 'above' | 'across' | 'beside';
  unruled?: boolean;
  aside?: ReactNode;
  children?: ReactNode;
};

const LAYOUTS = {
  above: { frame: '', heading: 'max-w-3xl', content: 'mt-10 md:mt-14' },
  across: {
    frame: '',
    heading:
      'items-baseline lg:grid lg:grid-cols-12 lg:gap-x-8 lg:[&>h2]:col-span-5 lg:[&>p]:col-span-7',
    content: 'mt-10 md:mt-14',
  },
  beside: {
    frame: 'lg:grid lg:grid-cols-12 lg:gap-x-8',
    heading: 'lg:sticky lg:top-28 lg:col-span-5 lg:self-start lg:pr-8',
    content: 'mt-10 lg:col-span-7 lg:mt-1',
  },
};

export function Section({
  id,
  title,
  intro,
  heading = 'above',
  unruled = false,
  aside,
  children,
}: SectionProps) {
  const layout = LAYOUTS[heading];
  return (
    <section id={id} className="page -scroll-mt-4">
      <div className={`${unruled ? '' : 'border-line border-t'} py-12 md:py-24 ${layout.frame}`}>
        <div className={layout.heading}>
          <h2 className="display text-3xl">{title}</h2>
          {intro === undefined ? null : (
            <p className="mt-5 max-w-2xl text-balance text-lg text-muted leading-relaxed">
              {intro}
            </p>
          )}
          {aside}
        </div>
        {children === undefined ? null : <div className={layout.content}>{children}</div>}
      </div>
    </section>
  );
}
