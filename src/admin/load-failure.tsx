import { useRevalidator } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from './error-box.tsx';

export function LoadFailure({ message, reason = '' }: { message: string; reason?: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="mt-6 space-y-4">
      <ErrorBox>{message}</ErrorBox>
      {reason === '' ? null : <p className="text-muted text-sm">{reason}</p>}
      <Button variant="secondary" disabled={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </div>
  );
}
