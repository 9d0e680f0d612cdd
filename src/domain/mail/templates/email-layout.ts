import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import type { SiteIdentity } from '../site-identity.ts';
import { classes, STYLE_SHEETS, styles } from './email-styles.ts';

/** The language of all that we write. */
const LANGUAGE = 'en-AU';

type EmailLayoutProps = {
  site: SiteIdentity;
  subject: string;
  /** What lists of mails show after the subject; hidden in the letter. At most 150 characters. */
  preview: string;
  body: readonly ReactNode[];
  /** Why the reader has this mail, and what to do about it. */
  footer: readonly ReactNode[];
};

/** A whole mail: one column below the company's name, and who sent it at the foot. */
export function emailLayout({
  site,
  subject,
  preview,
  body,
  footer,
}: EmailLayoutProps): ReactElement {
  return h(
    Html,
    { lang: LANGUAGE, dir: 'ltr' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', {
        name: 'format-detection',
        content: 'telephone=no, date=no, address=no, email=no, url=no',
      }),
      h('title', null, subject),
      ...STYLE_SHEETS.map((css) => h('style', null, css)),
    ),
    h(
      Body,
      { className: classes.paper, style: styles.paper },
      h(Preview, null, preview),
      h(
        Container,
        { className: classes.ink, style: styles.column },
        // Programs that show a mail in a page of their own drop the elements around this one.
        h(
          'div',
          {
            role: 'article',
            'aria-roledescription': 'email',
            'aria-label': subject,
            lang: LANGUAGE,
          },
          h(
            'p',
            { className: classes.line, style: styles.masthead },
            h('a', { href: `${site.url}/`, className: classes.ink, style: styles.name }, site.name),
          ),
          ...body,
          h(
            'div',
            { className: classes.line, style: styles.footer },
            ...footer.map((line) => small(line)),
            small(`${site.name}, ${site.location}. ${site.tagline}`),
          ),
        ),
      ),
    ),
  );
}

export function title(...words: ReactNode[]): ReactElement {
  return h('h1', { dir: 'auto', style: styles.h1 }, ...words);
}

export function subtitle(words: string): ReactElement {
  return h('h2', { style: styles.h2 }, words);
}

export function paragraph(...words: ReactNode[]): ReactElement {
  return h('p', { style: styles.p }, ...words);
}

export function small(...words: ReactNode[]): ReactElement {
  return h('p', { className: classes.muted, style: styles.small }, ...words);
}

export function link(href: string, ...words: ReactNode[]): ReactElement {
  return h('a', { href, className: classes.link, style: styles.link }, ...words);
}

/** What the reader is asked to do. */
export function callToAction(href: string, words: string): ReactElement {
  return h(
    'div',
    { style: styles.action },
    h(Button, { href, className: classes.button, style: styles.button }, words),
  );
}

/** Names and values below one another. */
export function keyValueTable(
  rows: readonly (readonly [name: string, value: ReactNode])[],
): ReactElement {
  return h(
    'table',
    { className: 'facts line', style: styles.facts },
    h(
      'tbody',
      null,
      ...rows.map(([name, value]) =>
        h(
          'tr',
          { className: 'fact' },
          h(
            'th',
            { scope: 'row', className: 'fact-name muted line', style: styles.factName },
            name,
          ),
          h('td', { className: 'fact-value line', style: styles.fact }, value),
        ),
      ),
    ),
  );
}
