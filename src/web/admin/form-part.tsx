import type { ReactNode } from 'react';

type FormPartProps = {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Spans the window's width where the form is narrower. */
  isWide?: boolean;
  children: ReactNode;
};

/** A section of the post form. */
export function FormPart({ title, aside, isWide = false, children }: FormPartProps) {
  return (
    <section
      className={`space-y-5 rounded-card border border-line bg-surface p-5 md:p-6 ${isWide ? 'min-[80rem]:mx-[calc(50%-min(50vw-2rem,45rem))]' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-medium text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
