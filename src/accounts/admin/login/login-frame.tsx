import type { ComponentProps, ReactNode } from 'react';
import { StartFailure } from '../../../admin/start-failure.tsx';
import { Mark } from '../../../ui/mark.tsx';

type LoginFrameProps = { title: string; lead: string; children: ReactNode };

/** Its top does not depend on its content. */
export function LoginFrame({ title, lead, children }: LoginFrameProps) {
  return (
    <div className="page flex min-h-svh items-start justify-center pt-[max(6rem,22svh)] pb-8">
      <div className="min-h-104 w-full max-w-md rounded-card border border-line bg-surface p-6 md:p-8">
        <Mark className="size-9" />
        <h1 className="display mt-4 text-2xl">{title}</h1>
        <p className="mt-1 mb-5 text-muted text-sm">{lead}</p>
        {children}
      </div>
    </div>
  );
}

type LoginFallbackProps = Omit<ComponentProps<typeof LoginFrame>, 'children'> & {
  skeleton?: ReactNode;
};

export function LoginFallback({ skeleton, ...texts }: LoginFallbackProps) {
  return (
    <LoginFrame {...texts}>
      <StartFailure />
      {skeleton === undefined ? null : (
        <div data-skeleton aria-hidden className="noscript:hidden">
          {skeleton}
        </div>
      )}
    </LoginFrame>
  );
}
