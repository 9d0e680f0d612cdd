import type { ReactNode } from 'react';

type FormPartProps = {
  title: string;
  /** Stands beside the title. */
  aside?: ReactNode;
  /** Needs the width of the window, where there is room (`post-form.css`). */
  isWide?: boolean;
  /** Stands in place of title and aside, in full-page writing. */
  fullPageBar?: ReactNode;
  children: ReactNode;
};

/** A section of the post form. */
export function FormPart({ title, aside, isWide = false, fullPageBar, children }: FormPartProps) {
  return (
    <section
      className={`form-part ${fullPageBar === undefined ? '' : 'full-page-part'} space-y-4 rounded-card border border-line bg-surface p-5 ${isWide ? 'form-part-wide' : ''}`}
    >
      {fullPageBar ?? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="font-medium text-lg">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
