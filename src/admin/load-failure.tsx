import { useRevalidator } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from './error-box.tsx';

type LoadFailureProps = {
  message: string;
  /** The server's reason, beside a fixed message. */
  reason?: string;
} & (
  | { onRetry?: undefined }
  | {
      /** Reads what no route's loader read. */
      onRetry: () => void;
      isBusy: boolean;
      /** Does not take the focus: somebody may be typing elsewhere on the page. */
      isQuiet?: boolean;
    }
);

/** Replaces content that did not load: the reason, and a button that tries again. */
export function LoadFailure({ message, reason = '', ...retry }: LoadFailureProps) {
  const { revalidate, state } = useRevalidator();
  const isOwn = retry.onRetry !== undefined;
  return (
    <div className="mt-6 space-y-4">
      <ErrorBox isQuiet={isOwn && retry.isQuiet}>{message}</ErrorBox>
      {reason === '' ? null : <p className="text-muted text-sm">{reason}</p>}
      <Button
        variant="secondary"
        disabled={isOwn ? retry.isBusy : state === 'loading'}
        onClick={() => (isOwn ? retry.onRetry() : revalidate())}
      >
        Try again
      </Button>
    </div>
  );
}
