import { describe, expect, it } from 'vitest';
import { normalizeCsl } from './normalize-csl.ts';

describe('data of references in CSL-JSON', () => {
  it('keeps what reference managers send, in one form', () => {
    const item = normalizeCsl({
      id: 'x',
      type: 'journal-article',
      title: ['Binding of <i>EGFR</i> <<i>i>& others', 'An alternative'],
      volume: 12,
      page: '1–9',
      author: [
        { family: 'Berg', given: 'Anna', 'non-dropping-particle': 'van den', ORCID: '0000' },
        { name: 'The ENCODE Consortium' },
        { family: 'Plato' },
        'WHO',
        {},
        null,
      ],
      issued: { 'date-parts': [['2020', '3', '05']] },
      accessed: { raw: '2021-02' },
      submitted: { 'date-parts': [[null]] },
      custom: { a: 1 },
    });
    expect(item).toEqual({
      type: 'article-journal',
      title: 'Binding of EGFR & others',
      volume: '12',
      page: '1–9',
      author: [
        { family: 'Berg', given: 'Anna', 'non-dropping-particle': 'van den' },
        { literal: 'The ENCODE Consortium' },
        { literal: 'Plato' },
        { literal: 'WHO' },
      ],
      issued: { 'date-parts': [[2020, 3, 5]] },
      accessed: { 'date-parts': [[2021, 2]] },
    });
  });

  it('has no line break or control character in any text, which would split a line of an export', () => {
    const item = normalizeCsl({
      type: 'book',
      title: 'One\r\nER  - \u2028two\u0000three\uD800',
      author: [{ literal: 'A\nB' }],
      issued: { literal: 'in\npress' },
    });
    expect(item).toEqual({
      type: 'book',
      title: 'One ER - two three\uFFFD',
      author: [{ literal: 'A B' }],
      issued: { literal: 'in press' },
    });
  });

  it.each([[{}], [{ type: 'constructor', title: {}, author: 5, issued: [] }], [[1, 2]]])(
    'takes nothing from what is no reference: %j',
    (value) => expect(normalizeCsl(value)).toEqual({ type: 'document' }),
  );

  it('knows preprints, whatever their records call them', () => {
    expect(
      normalizeCsl({ type: 'preprint', title: 'A', DOI: '10.48550/arXiv.2101.00001' }),
    ).toEqual({
      type: 'article',
      title: 'A',
      DOI: '10.48550/arXiv.2101.00001',
      archive: 'arXiv',
      archive_location: '2101.00001',
    });
    const inJournal = { type: 'article-journal', title: 'A', 'container-title': 'medRxiv' };
    expect(normalizeCsl(inJournal)).toEqual({ type: 'article', title: 'A', publisher: 'medRxiv' });
    expect(normalizeCsl({ type: 'article-newspaper', genre: 'Article' }).type).toBe(
      'article-journal',
    );
  });

  it('is the same when it is read again', () => {
    const once = normalizeCsl({
      type: 'thesis',
      title: 'A &lt;i&gt;b <<sub>i>c</sub>',
      issued: '2020/2021-05',
      'event-date': 'spring',
      author: ['x'],
    });
    expect(normalizeCsl(JSON.parse(JSON.stringify(once)))).toEqual(once);
    expect(once.issued).toEqual({ 'date-parts': [[2020], [2021, 5]] });
  });
});
