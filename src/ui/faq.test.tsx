import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { faqDefaultTitle } from '../content/faq.ts';
import { Faq } from './faq.tsx';

const items = [
  { question: 'Can I use it today?', answer: 'Not yet.' },
  { question: 'Does it replace assays?', answer: 'No.' },
];

describe('questions and answers', () => {
  test('have the heading "Frequently Asked Questions" unless another is set', () => {
    expect(faqDefaultTitle).toBe('Frequently Asked Questions');
    expect(renderToStaticMarkup(<Faq items={items} />)).toMatch(
      />Frequently Asked Questions<\/h2>/,
    );
    expect(renderToStaticMarkup(<Faq items={items} title="Before you ask" />)).toMatch(
      />Before you ask<\/h2>/,
    );
  });

  test('leave no empty heading behind where there are none', () => {
    expect(renderToStaticMarkup(<Faq items={[]} title="Before you ask" />)).toBe('');
  });

  test('exclude one another in the browser itself, and begin closed', () => {
    const html = renderToStaticMarkup(<Faq items={items} />);
    const names = [...html.matchAll(/<details name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
    expect(html).not.toContain(' open="');
  });
});
