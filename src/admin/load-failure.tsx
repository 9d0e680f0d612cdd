import type { ReactNode } from 'react';
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

type LoadedPageProps<T> = {
  title: string;
  intro?: ReactNode;
  /** The answer of the route's loader. */
  of: { loaded: T | null; failure: string };
  children: (loaded: T) => ReactNode;
};

export function LoadedPage<T>({ title, intro, of, children }: LoadedPageProps<T>) {
  return (
    <>
      <h1 className="display text-2xl">{title}</h1>
      {intro && <p className="mt-1 max-w-[72ch] text-muted text-sm">{intro}</p>}
      {of.loaded === null ? <LoadFailure message={of.failure} /> : children(of.loaded)}
    </>
  );
}
