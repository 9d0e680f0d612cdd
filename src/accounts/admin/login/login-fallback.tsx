import type { ComponentProps, ReactNode } from 'react';
import { StartFailure } from '../../../admin/start-failure.tsx';
import { LoginFrame } from './login-frame.tsx';

type LoginFallbackProps = Omit<ComponentProps<typeof LoginFrame>, 'children'> & {
  /** A placeholder as high as what the script renders; without one, the frame is high enough. */
  skeleton?: ReactNode;
};

/** What a page for people who are not signed in shows until its script runs. */
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
