import type { ReactNode } from 'react';
import { focusOnMount } from './focus-on-mount.ts';
import { SeatedMark } from './mark.tsx';

type FormDoneProps = { title: string; text: ReactNode; children?: ReactNode };

export function FormDone({ title, text, children }: FormDoneProps) {
  return (
    <div>
      <SeatedMark className="size-14" />
      <h2
        tabIndex={-1}
        ref={focusOnMount}
        className="display mt-6 scroll-mt-28 text-2xl outline-none"
      >
        {title}
      </h2>
      <p className="mt-3 text-muted">{text}</p>
      {children === undefined ? null : <div className="mt-6">{children}</div>}
    </div>
  );
}
