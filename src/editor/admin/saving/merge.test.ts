import { describe, expect, it } from 'vitest';
import { newPostValues } from '../../../posts/admin/post-form-values.ts';
import { mergeVersions } from './merge.ts';

const BASE = {
  ...newPostValues('Site AI'),
  title: 'A',
  content: 'One\n\nTwo\n\nThree\n',
  tags: ['x'],
};

describe('two versions of a post', () => {
  it('are merged when they changed different parts: neither writer loses any', () => {
    const ours = { ...BASE, title: 'Ours', content: 'One, ours\n\nTwo\n\nThree\n' };
    const theirs = { ...BASE, tags: ['x', 'y'], content: 'One\n\nTwo\n\nThree, theirs\n' };
    const { disagreements, resolve } = mergeVersions(BASE, ours, theirs);
    expect(disagreements).toEqual([]);
    expect(resolve([])).toEqual({
      ...BASE,
      title: 'Ours',
      tags: ['x', 'y'],
      content: 'One, ours\n\nTwo\n\nThree, theirs\n',
    });
  });

  it('that changed the same lines have those of one, of the other, or of both', () => {
    const ours = { ...BASE, content: 'One\n\nTwo, ours\n\nThree\n' };
    const theirs = { ...BASE, content: 'One\n\nTwo, theirs\n\nThree\n' };
    const { disagreements, resolve } = mergeVersions(BASE, ours, theirs);
    expect(disagreements).toEqual([{ mine: 'Two, ours', theirs: 'Two, theirs' }]);
    for (const [choice, lines] of [
      ['mine', 'Two, ours'],
      ['theirs', 'Two, theirs'],
      ['both', 'Two, ours\n\nTwo, theirs'],
    ] as const) {
      expect(resolve([choice]).content).toBe(`One\n\n${lines}\n\nThree\n`);
    }
  });

  it('that made the same change agree', () => {
    const both = { ...BASE, content: 'One\n\nTwo, better\n\nThree\n' };
    const { disagreements, resolve } = mergeVersions(BASE, both, both);
    expect([disagreements, resolve([])]).toEqual([[], both]);
  });

  it('keep line endings and white space to the byte', () => {
    const base = { ...BASE, content: 'One\r\n\r\nTwo  \r\n' };
    const ours = { ...base, content: 'One\r\n\r\nTwo  \r\nThree\r\n' };
    expect(mergeVersions(base, ours, base).resolve([]).content).toBe(ours.content);
    expect(mergeVersions(base, base, ours).resolve([]).content).toBe(ours.content);
  });
});
