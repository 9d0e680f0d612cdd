import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../root.tsx';

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
    for (const path of ['/', '/platform', '/pipeline', '/purpose', '/teams', '/investors']) {
      expect(html).toContain(`href="${path}"`);
    }
  });

  test('says its status where it has one', () => {
    const teapot = { status: 418, statusText: 'I am a teapot', data: null, internal: true };
    expect(screenFor(teapot)).toContain('418 I am a teapot');
  });

  test('leads with what a lost reader needs when the page does not exist, and still names the error', () => {
    const missing = { status: 404, statusText: 'Not Found', data: null, internal: true };
    const html = screenFor(missing);
    expect(html).toMatch(/<h1[^>]*>Page not found<\/h1>/);
    expect(html).toMatch(/<h2[^>]*>Unexpected Application Error!<\/h2>/);
    expect(html).toContain('404 Not Found');
    expect(html).toMatch(/<search[^>]*><form[^>]* action="\/blog"/);
    for (const path of ['/', '/platform', '/blog', '/glossary', '/contact']) {
      expect(html).toContain(`href="${path}"`);
    }
  });

  test('shows where it failed to a developer, and never to a reader', () => {
    vi.stubEnv('DEV', true);
    expect(screenFor(failure('x'))).toContain('at reading (page.tsx:7)');
    vi.stubEnv('DEV', false);
    expect(screenFor(failure('x'))).not.toContain('page.tsx');
  });
});
