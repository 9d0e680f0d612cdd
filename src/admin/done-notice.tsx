import type { ComponentProps } from 'react';

/** Says what has been done, and is announced; hidden while it is empty. */
export function DoneNotice(props: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p
      tabIndex={-1}
      role="status"
      {...props}
      className="rounded-md bg-teal/8 px-4 py-3 text-sm text-teal [overflow-wrap:anywhere] empty:hidden"
    />
  );
}
