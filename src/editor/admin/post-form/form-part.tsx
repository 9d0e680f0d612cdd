import type { ReactNode } from 'react';
import { useStoredSwitch } from '../writing/full-page.tsx';

type FormPartProps = { title: string; isOpenAtFirst?: boolean; children: ReactNode };

/** A section of the post form below its text. Whether it is open is remembered. */
export function FormPart({ title, isOpenAtFirst = true, children }: FormPartProps) {
  const [isOpen, toggle] = useStoredSwitch(`part:${title}`, isOpenAtFirst);
  return (
    <details
      className="form-part rounded-card border border-line bg-surface px-5 py-2"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) toggle();
      }}
    >
      <summary className="min-h-11 cursor-pointer content-center">
        <h2 className="inline font-medium text-lg">{title}</h2>
      </summary>
      <div className="space-y-4 pt-2 pb-3">{children}</div>
    </details>
  );
}
