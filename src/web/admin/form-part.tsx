import type { ReactNode } from 'react';

type FormPartProps = {
  title: string;
  /** What stands beside the title. */
  aside?: ReactNode;
  /** Takes the width of the window where there is more of it than of the form. */
  isWide?: boolean;
  children: ReactNode;
};

/** One of the parts that the post form is made of. */
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
