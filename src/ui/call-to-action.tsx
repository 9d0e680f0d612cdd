import type { ReactNode } from 'react';
import { Unbroken } from './unbroken.tsx';

type CallToActionProps = { title: string; text: string; note?: string; children: ReactNode };

/** A band across the page with one call to action; its children are the buttons. */
export function CallToAction({ title, text, note, children }: CallToActionProps) {
  return (
    <section className="band border-line border-y bg-surface">
      <div className="page grid items-end gap-x-8 gap-y-8 py-16 md:py-24 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <h2 className="display text-3xl">{title}</h2>
          <p className="mt-5 max-w-2xl text-lg text-muted leading-relaxed">
            <Unbroken text={text} />
          </p>
        </div>
        <div className="lg:col-span-4 lg:col-start-9">
          <div className="flex flex-wrap gap-3">{children}</div>
          {note === undefined ? null : <p className="mt-4 text-muted text-sm">{note}</p>}
        </div>
      </div>
    </section>
  );
}
