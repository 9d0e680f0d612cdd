import { type PropsWithChildren, useEffect, useRef } from 'react';

type ErrorBoxProps = PropsWithChildren<{ isQuiet?: boolean; className?: string }>;

/**
 * An error message that takes the focus when it appears.
 *
 * @param isQuiet does not take the focus: somebody may be typing
 */
export function ErrorBox({ isQuiet = false, className = '', children }: ErrorBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isQuiet) box.current?.focus();
  }, [isQuiet]);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`rounded-md border border-danger bg-danger-tint px-4 py-3 md:px-6 text-danger text-sm ${className}`}
    >
      {children}
    </div>
  );
}
