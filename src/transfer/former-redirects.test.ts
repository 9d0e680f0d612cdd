import { expect, it } from 'vitest';
import { addFormerRedirects } from './former-redirects.ts';
import type { PostItem, SourceFiles } from './source.ts';

function filesOf(content: Readonly<Record<string, string>>): SourceFiles {
  return {
    paths: Object.keys(content),
    links: [],
    close: () => undefined,
    size: async (path) => content[path]?.length ?? 0,
    async *stream(path) {
      yield Buffer.from(content[path] ?? '');
    },
  };
}

function post(path: string): PostItem & { key: string; label: string } {
  const load = async () => {
    throw new Error('Nothing is loaded');
  };
  const item = { kind: 'post', key: path, label: path, title: path, slug: 'a' } as const;
  return { ...item, status: 'published', date: null, formerPaths: [path], notes: [], load };
}

it('redirects that lead to a post by one another become its paths, as far as browsers follow them', async () => {
  const item = post('/a0');
  const lines = Array.from({ length: 20_000 }, (_, at) => `/a${at + 1} /a${at} 301`);
  const files = filesOf({ _redirects: lines.reverse().join('\n') });
  const [note] = await addFormerRedirects(files, [item], []);
  expect(item.formerPaths).toHaveLength(21);
  expect(note?.message).toContain('and 19975 more'.replace('and ', ''));
});

it('a redirect to the home page gives no post its path, and a broken table is named', async () => {
  const item = post('/');
  const files = filesOf({
    _redirects: '/was /\n/other https://elsewhere.test/',
    'redirects.json': '[',
  });
  const notes = await addFormerRedirects(files, [item], []);
  expect(item.formerPaths).toEqual(['/']);
  expect(notes.map(({ message }) => message).join()).toContain('redirects.json, /was to /');
});
