import type { ReactNode } from 'react';
import { BandSurface, type SurfaceName } from './surface.tsx';
import { Unbroken } from './unbroken.tsx';

type CallToActionProps = {
  title: string;
  text?: string;
  note?: string;
  surface: SurfaceName;
  children: ReactNode;
};

export function CallToAction({ title, text, note, surface, children }: CallToActionProps) {
  return (
    <section className="band relative isolate border-line border-y bg-surface">
      <BandSurface name={surface} />
      <div className="page py-12 md:py-24">
        <div className="lg:max-w-lg">
          <h2 className="display text-3xl">{title}</h2>
          {text === undefined ? null : (
            <p className="mt-5 text-balance text-lg text-muted leading-relaxed">
              <Unbroken text={text} />
            </p>
          )}
          <div className="mt-8 flex flex-wrap gap-3">{children}</div>
          {note === undefined ? null : <p className="mt-8 text-muted text-xs">{note}</p>}
        </div>
      </div>
    </section>
  );
}
