import type { ReactNode } from 'react';
import { Surface, type SurfaceName } from './surface.tsx';

type HeroProps = {
  eyebrow?: string;
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  figure?: ReactNode;
  surface?: SurfaceName;
};

const SURFACE =
  'absolute top-20 left-[calc(58.333%+0.75rem)] -z-10 hidden h-[calc(100%-8rem)] w-[calc(50vw-8.333%-0.75rem)] border-line border-b border-l lg:block';

export function Hero({ eyebrow, title, lead, children, figure, surface }: HeroProps) {
  return (
    <section className="page relative isolate pt-32 pb-16 md:pt-44 md:pb-24">
      {surface === undefined ? null : <Surface name={surface} className={SURFACE} />}
      <div className="grid gap-x-8 gap-y-10 md:gap-y-14 lg:grid-cols-12">
        <div className={(figure ?? surface) ? 'lg:col-span-7 lg:pr-8' : 'lg:col-span-9'}>
          {eyebrow === undefined ? null : <p className="eyebrow mb-5">{eyebrow}</p>}
          <h1 className="display text-4xl">{title}</h1>
          {lead === undefined ? null : (
            <p className="mt-6 max-w-2xl text-balance text-lg text-muted leading-relaxed">{lead}</p>
          )}
          {children === undefined ? null : (
            <div className="mt-9 flex flex-wrap gap-3">{children}</div>
          )}
        </div>
        {figure === undefined ? null : <div className="lg:col-span-5">{figure}</div>}
      </div>
    </section>
  );
}
