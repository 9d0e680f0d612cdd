import type { ReactNode } from 'react';
import { Surface, type SurfaceName } from './surface.tsx';
import { Unbroken } from './unbroken.tsx';

type CallToActionProps = {
  title: string;
  text?: string;
  note?: string;
  /** Beside the words on wide screens, above them on narrow ones, between a hairline and the edge of the window. */
  surface: SurfaceName;
  /** Buttons or links. */
  children: ReactNode;
};

/** The band across the page that closes it, with one call to action. */
export function CallToAction({ title, text, note, surface, children }: CallToActionProps) {
  return (
    <section className="band relative isolate border-line border-y bg-surface">
      <Surface
        name={surface}
        className="-z-10 h-48 w-full border-line border-b lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-[calc(50vw-min(10vw,7.5rem))] lg:border-b-0 lg:border-l"
      />
      <div className="page py-12 md:py-24">
        <div className="lg:max-w-lg">
          <h2 className="display text-3xl">{title}</h2>
          {text === undefined ? null : (
            <p className="mt-5 text-balance text-lg text-muted leading-relaxed">
              <Unbroken text={text} />
            </p>
          )}
          <div className="mt-8 flex flex-wrap gap-3">{children}</div>
          {note === undefined ? null : <p className="mt-4 text-muted text-sm">{note}</p>}
        </div>
      </div>
    </section>
  );
}
