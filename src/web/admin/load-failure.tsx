import { useRevalidator } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from './error-box.tsx';

type LoadFailureProps = {
  message: string;
  /** The server's own words, where the message is a fixed one. */
  reason?: string;
};

/** In place of what a page could not load: why, and another try. */
export function LoadFailure({ message, reason = '' }: LoadFailureProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="mt-6 space-y-4">
      <ErrorBox>{message}</ErrorBox>
      {reason === '' ? null : <p className="text-muted text-sm">{reason}</p>}
      <Button look="secondary" disabled={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </div>
  );
}
