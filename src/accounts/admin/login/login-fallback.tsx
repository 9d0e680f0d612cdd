import type { ComponentProps } from 'react';
import { StartFailure } from '../../../admin/start-failure.tsx';
import { LoginFrame } from './login-frame.tsx';

/** What a page for people who are not signed in shows until its script runs. */
export function LoginFallback(texts: Omit<ComponentProps<typeof LoginFrame>, 'children'>) {
  return (
    <LoginFrame {...texts}>
      <StartFailure />
    </LoginFrame>
  );
}
