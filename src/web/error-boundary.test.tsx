import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './root.tsx';

/** The markup of the error screen for `error`. */
function screenFor(error: unknown): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ErrorBoundary error={error} params={{}} />
    </MemoryRouter>,
  );
}

function failure(message: string): Error {
  return Object.assign(new Error(message), { stack: 'Error: at reading (page.tsx:7)' });
}

describe('a page that fails', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('says so under the heading of the default screen, with the text of the error', () => {
    const html = screenFor(failure('The list was not a list'));
    expect(html).toMatch(/<h1[^>]*>Unexpected Application Error!<\/h1>/);
    expect(html).toContain('The list was not a list');
  });

  test('says its status where it has one', () => {
    const missing = { status: 404, statusText: 'Not Found', data: null, internal: true };
    expect(screenFor(missing)).toContain('404 Not Found');
  });

  test('shows where it failed to a developer, and never to a reader', () => {
    vi.stubEnv('DEV', true);
    expect(screenFor(failure('x'))).toContain('at reading (page.tsx:7)');
    vi.stubEnv('DEV', false);
    expect(screenFor(failure('x'))).not.toContain('page.tsx');
  });

  test('leads on to the other pages', () => {
    const html = screenFor(failure('x'));
    for (const path of ['/', '/platform', '/pipeline', '/purpose', '/teams', '/investors']) {
      expect(html).toContain(`href="${path}"`);
    }
  });
});
