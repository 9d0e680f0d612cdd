import { expect, it } from 'vitest';
import { readOrcid } from './author-input.ts';

/** Those of ORCID's documentation. */
const ORCIDS = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'];

it('takes an identifier as people copy it, and stores its URL', () => {
  for (const id of ORCIDS) {
    const url = `https://orcid.org/${id}`;
    for (const written of [id, url, ` ${id.toLowerCase()} `, id.replaceAll('-', ''), url.slice(8)])
      expect(readOrcid(written)).toBe(url);
  }
});

it('refuses each identifier with one wrong character: it would be another person', () => {
  for (const id of ORCIDS) {
    for (let at = 0; at < id.length; at++) {
      if (id[at] === '-' || id[at] === 'X') continue;
      const wrong = id.slice(0, at) + ((Number(id[at]) + 1) % 10) + id.slice(at + 1);
      expect(readOrcid(wrong), wrong).toBeNull();
    }
  }
  const others = ['', 'x', 'https://orcid.org/', '0000-0002-1825-00977'];
  for (const written of [...others, 'https://evil.test/0000-0002-1825-0097'])
    expect(readOrcid(written)).toBeNull();
});
