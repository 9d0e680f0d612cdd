import type { ComponentProps } from 'react';

/** A live region that says what has been done. It is hidden while it is empty. */
export function DoneNotice(props: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p
      tabIndex={-1}
      role="status"
      {...props}
      className="text-pretty rounded-md bg-teal/8 px-4 py-3 md:px-6 text-sm text-teal [overflow-wrap:anywhere] empty:hidden"
    />
  );
}
