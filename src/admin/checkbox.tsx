import type { ComponentProps } from 'react';

export function Checkbox({ children, ...props }: ComponentProps<'input'>) {
  return (
    <label className="flex w-fit cursor-pointer items-start gap-2.5 py-[calc((2.75rem-1lh)/2)] text-sm">
      <input {...props} type="checkbox" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </label>
  );
}
