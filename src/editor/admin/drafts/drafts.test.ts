import { afterEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../../test/browser-storage.ts';
import { newPostValues } from '../../../posts/admin/post-form-values.ts';
import { keepHere, newPostDrafts } from './drafts.ts';

afterEach(() => vi.unstubAllGlobals());

test('newPostDrafts: those of the writer for 30 days, then they are deleted', () => {
  const entries = stubStorage();
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  Object.assign(entries, { adminToken: 'x', adminEmail: 'ann', adminTokenExpiry: inAnHour });
  const saved = newPostValues('Site AI');
  const values = { ...saved, title: 'A first line' };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const draft = { post: 'p', base: null, values };
  keepHere({ ...draft, tab: 'new', savedAt: daysAgo(29) }, 'ann');
  keepHere({ ...draft, tab: 'old', savedAt: daysAgo(31) }, 'ann');
  keepHere({ ...draft, tab: 'of-ben', savedAt: daysAgo(1) }, 'ben');
  expect(newPostDrafts(saved).map(({ tab }) => tab)).toEqual(['new']);
  expect(Object.keys(entries).filter((key) => key.startsWith('draft:'))).toEqual([
    'draft:p:new',
    'draft:p:of-ben',
  ]);
});
