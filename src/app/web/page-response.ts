import type { PageCsp } from '../../context.ts';

type Options = { status: number; headers?: Headers; csp: PageCsp | undefined };

export function pageResponse(page: string, { status, headers = new Headers(), csp }: Options) {
  const { html, policy } = csp?.hashInlineCode(page) ?? { html: page };
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (policy !== undefined) headers.set('Content-Security-Policy', policy);
  return new Response(html, { status, headers });
}
