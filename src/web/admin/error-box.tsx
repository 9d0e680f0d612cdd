import { type ReactNode, useEffect, useRef } from 'react';

/** What went wrong, in a red box that takes the focus as it appears. */
export function ErrorBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-danger bg-danger-tint px-4 py-3 text-danger text-sm"
    >
      {children}
    </div>
  );
}
