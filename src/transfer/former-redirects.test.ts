import { expect, it } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { openFiles } from './files.ts';
import { addFormerRedirects } from './former-redirects.ts';
import type { PostItem } from './source.ts';

const filesOf = (content: Record<string, string>) => openFiles(makeFolder(content));

function post(path: string): PostItem {
  const load = async () => {
    throw new Error('Nothing is loaded');
  };
  const item = { kind: 'post', key: path, label: path, title: path, slug: 'a' } as const;
  return { ...item, status: 'published', date: null, formerPaths: [path], notes: [], load };
}

it('redirects that lead to a post by one another become its paths, as far as browsers follow them', async () => {
  const item = post('/a0');
  const lines = Array.from({ length: 20_000 }, (_, at) => `/a${at + 1} /a${at} 301`);
  const files = await filesOf({ _redirects: lines.reverse().join('\n') });
  const [note] = await addFormerRedirects(files, [item], []);
  expect(item.formerPaths).toHaveLength(21);
  expect(note?.message).toContain('and 19975 more'.replace('and ', ''));
});

it('a redirect to the home page gives no post its path, and a broken table is named', async () => {
  const item = post('/');
  const files = await filesOf({
    _redirects: '/was /\n/other https://elsewhere.test/',
    'redirects.json': '[',
  });
  const notes = await addFormerRedirects(files, [item], []);
  expect(item.formerPaths).toEqual(['/']);
  expect(notes.map(({ message }) => message).join()).toContain('redirects.json, /was to /');
});
