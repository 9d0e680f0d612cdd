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
    expect(mergeVersions(BASE, ours, theirs)).toEqual({
      values: {
        ...BASE,
        title: 'Ours',
        tags: ['x', 'y'],
        content: 'One, ours\n\nTwo\n\nThree, theirs\n',
      },
      disagreements: 0,
    });
  });

  it('that changed the same lines both stay in the text, marked', () => {
    const ours = { ...BASE, content: 'One\n\nTwo, ours\n\nThree\n' };
    const theirs = { ...BASE, content: 'One\n\nTwo, theirs\n\nThree\n' };
    const { values, disagreements } = mergeVersions(BASE, ours, theirs);
    expect(disagreements).toBe(1);
    for (const text of ['Two, ours', 'Two, theirs', '<<<<<<< yours', '>>>>>>> theirs']) {
      expect(values.content).toContain(text);
    }
  });

  it('that made the same change agree', () => {
    const both = { ...BASE, content: 'One\n\nTwo, better\n\nThree\n' };
    expect(mergeVersions(BASE, both, both)).toEqual({ values: both, disagreements: 0 });
  });

  it('keep line endings and white space to the byte', () => {
    const base = { ...BASE, content: 'One\r\n\r\nTwo  \r\n' };
    const ours = { ...base, content: 'One\r\n\r\nTwo  \r\nThree\r\n' };
    expect(mergeVersions(base, ours, base).values.content).toBe(ours.content);
    expect(mergeVersions(base, base, ours).values.content).toBe(ours.content);
  });
});
