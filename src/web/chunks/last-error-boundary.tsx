import { Component, type ReactNode } from 'react';

/**
 * Stands in for the router's module for what goes wrong outside the error screen of `root.tsx` (see
 * `scripts/bundle/chunks.ts`), which brings styles that our content policy forbids.
 */

type Caught = { error: unknown };

export class RemixErrorBoundary extends Component<{ children: ReactNode }, Caught | null> {
  override state: Caught | null = null;

  static getDerivedStateFromError(error: unknown): Caught {
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

export function RemixRootDefaultErrorBoundary({ error }: Caught) {
  return (
    <html lang="en">
      <body>
        <h1>Unexpected Application Error!</h1>
        <p>{String(error)}</p>
      </body>
    </html>
  );
}

/** Around what a page shows while the router loads: our layout is there. */
export function BoundaryShell({ children }: { children: ReactNode }) {
  return children;
}
