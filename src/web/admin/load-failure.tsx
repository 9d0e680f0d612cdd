import { useRevalidator } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from './error-box.tsx';

/** In place of what a page could not load: why, and another try. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="mt-6 space-y-4">
      <ErrorBox>{message}</ErrorBox>
      <Button look="secondary" disabled={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </div>
  );
}
