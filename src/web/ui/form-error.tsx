import { focusOnMount } from './focus-on-mount.ts';
import { Icon } from './icon.tsx';

/** The error message above a form; takes the focus. */
export function FormError({ message }: { message: string }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      ref={focusOnMount}
      className="flex scroll-mt-28 gap-3 rounded-md border border-danger bg-danger-tint px-4 py-3 text-danger"
    >
      <Icon name="circle-alert" strokeWidth={2} className="mt-1 size-5 shrink-0" />
      <p>{message}</p>
    </div>
  );
}
