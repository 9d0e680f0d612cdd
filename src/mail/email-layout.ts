import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import type { SiteIdentity } from '../server/site-identity.ts';
import { classes, STYLE_SHEETS, styles } from './email-styles.ts';

const LANGUAGE = 'en-AU';

type EmailLayoutProps = {
  site: SiteIdentity;
  subject: string;
  /** The preheader: inboxes show it after the subject, the mail hides it. At most 150 characters. */
  preview: string;
  body: readonly ReactNode[];
  /** Why the reader receives this mail, and how to stop it. */
  footer: readonly ReactNode[];
};

/** A complete mail: one column below the company's name, with the sender in the footer. */
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
        // Webmail drops the elements around this one.
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

export function title(...children: ReactNode[]): ReactElement {
  return h('h1', { dir: 'auto', style: styles.h1 }, ...children);
}

export function subtitle(children: string): ReactElement {
  return h('h2', { style: styles.h2 }, children);
}

export function paragraph(...children: ReactNode[]): ReactElement {
  return h('p', { style: styles.p }, ...children);
}

export function small(...children: ReactNode[]): ReactElement {
  return h('p', { className: classes.muted, style: styles.small }, ...children);
}

export function link(href: string, ...children: ReactNode[]): ReactElement {
  return h('a', { href, className: classes.link, style: styles.link }, ...children);
}

export function callToAction(href: string, children: string): ReactElement {
  return h(
    'div',
    { style: styles.action },
    h(Button, { href, className: classes.button, style: styles.button }, children),
  );
}

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
