import { Component, type ReactNode } from 'react';

/**
 * Replaces the router's module for errors outside the error screen of `root.tsx` (see
 * `scripts/bundle/chunks.ts`), whose inline styles our content security policy forbids.
 */

type ErrorState = { error: unknown };

export class RemixErrorBoundary extends Component<{ children: ReactNode }, ErrorState | null> {
  override state: ErrorState | null = null;

  static getDerivedStateFromError(error: unknown): ErrorState {
    return { error };
  }

  override render(): ReactNode {
    return this.state === null ? (
      this.props.children
    ) : (
      <RemixRootDefaultErrorBoundary error={this.state.error} />
    );
  }
}

export function RemixRootDefaultErrorBoundary({ error }: ErrorState) {
  return (
    <html lang="en">
      <body>
        <h1>Unexpected Application Error!</h1>
        <p>{String(error)}</p>
      </body>
    </html>
  );
}

/** The router wraps its loading fallback in this; our layout needs no shell. */
export function BoundaryShell({ children }: { children: ReactNode }) {
  return children;
}
