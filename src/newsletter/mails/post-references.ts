import { Fragment, createElement as h, type ReactNode } from 'react';
import { link, small, subtitle } from '../../mail/email-layout.ts';
import { styles } from '../../mail/email-styles.ts';
import type { ListedReference } from '../../science/references/reference-list.ts';
import type { Run } from '../../science/references/runs.ts';
import type { Block } from './post-body.ts';

/** The references of a post, as its page lists them. */
export function postReferences(listed: readonly ListedReference[]): Block[] {
  if (listed.length === 0) return [];
  return [
    { node: subtitle('References'), isHeading: true },
    {
      node: h('ol', { style: styles.list }, ...listed.map(listItem)),
      isHeading: false,
    },
  ];
}

function listItem({ reference, runs }: ListedReference): ReactNode {
  const { url, title, type, description } = reference;
  const shown: readonly Run[] = runs ?? [{ text: title || url, role: 'title' }];
  return h(
    'li',
    { style: styles.reference },
    h('span', { dir: 'auto' }, ...shown.map((run) => formatted(run, url))),
    runs === null ? ` (${type})` : null,
    description === '' ? null : h('div', { dir: 'auto' }, small(description)),
  );
}

/** Only http(s) URLs become links, whatever the database holds. */
function formatted({ text, role }: Run, url: string): ReactNode {
  if (role === 'container') return h('i', null, text);
  return role === 'title' && /^https?:\/\//i.test(url) ? link(url, text) : h(Fragment, null, text);
}
