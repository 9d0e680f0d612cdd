import { globSync, readFileSync } from 'node:fs';
import type { Element, Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { invitation } from '../accounts/mails/invitation.ts';
import { passwordReset } from '../accounts/mails/password-reset.ts';
import type { Inquiry } from '../inquiries/inquiry.ts';
import { inquiryNotice } from '../inquiries/mails/inquiry-notice.ts';
import { inquiryReceipt } from '../inquiries/mails/inquiry-receipt.ts';
import { unlinked, visitorText, WORD_JOINER } from '../inquiries/mails/visitor-text.ts';
import { newsletterConfirmation } from '../newsletter/mails/newsletter-confirmation.ts';
import { type IssuePost, newsletterIssue } from '../newsletter/mails/newsletter-issue.ts';
import { renderBody } from '../rendering/body.ts';
import { plainText } from '../rendering/plain-text.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import type { RenderedEmail } from './render-email.ts';

const site: SiteIdentity = {
  name: 'Site',
  url: 'https://site.test',
  email: 'info@site.test',
  location: 'Testville',
  tagline: 'A site for tests.',
  timeZone: 'Australia/Brisbane',
};
const inboxUrl = 'https://site.test/admin/inbox/1';
const unsubscribeUrl = 'https://site.test/newsletter/unsubscribe?token=abc';

const INQUIRY: Inquiry = {
  kind: 'contact',
  name: 'Zoë O’Neill',
  email: 'zoe.oneill+lab@sub.lab.test',
  company: 'Lab & Sons',
  jobTitle: 'Chemist',
  message: 'Hello,\r\n\r\n  indented\n\tby a tab\nLast < line > & "more"',
  requestType: 'demo',
  receivedAt: '2026-03-01T20:00:00.000Z',
};

const POST = `Intro with **bold**, [a link](/platform), \`code\`, IC<sub>50</sub>, 10<sup>6</sup> cells[^1],
81<sup>1/*h*</sup> and K<sub>i</sub><sup>app</sup>.

## A table

| Compound | Value | Note |
|---|---:|---|
| Osimertinib | 12 | Long enough that it has to be broken somewhere in a text |

![A curve](/images/curve.png)

[![Linked picture](/images/x.png)](/blog/other)

> A quotation.

### Code

\`\`\`python
def f(x):
    return x  # <b>
\`\`\`

1. First
   - nested

- [x] done
- [ ] open

<details><summary>Folded</summary><p>In a fold.</p></details>
<table><caption>Named</caption><tr><td>Cell</td></tr></table>
<figure><picture><source srcset="/a.webp"><img src="https://far.test/f.png" alt=""></picture><figcaption>Caption</figcaption></figure>
<video title="A film" poster="/p.png"><source src="/v.mp4"></video>

[In page](#a-table), <mark>marked</mark>.

[^1]: Counted by hand.
`;

async function issuePost(markdown = POST): Promise<IssuePost> {
  return {
    title: 'A <title> & more',
    description: 'What it says.',
    contentHtml: (await renderBody(markdown)).html,
    url: 'https://site.test/blog/a-post',
    author: 'Site AI',
    date: '2026-03-01T20:00:00.000Z',
    references: [
      {
        title: 'A guide to drug discovery',
        url: 'https://journal.test/guide',
        type: 'article',
        description: 'Where the table comes from.',
      },
      { title: 'Not on the web', url: '', type: 'book', description: '' },
    ],
    citationStyle: 'numbered',
    notices: [],
  };
}

/** The pictures of `POST`. */
const PICTURES = [
  'https://site.test/images/curve.png',
  'https://site.test/images/x.png',
  'https://far.test/f.png',
];

/** Starts an issue with nothing of its own. */
const head = { subject: null, introductionHtml: '' };

type Make = () => Promise<RenderedEmail>;
const LETTERS: Record<string, Make> = {
  'notice of a contact inquiry': () => inquiryNotice({ site, inboxUrl, inquiry: INQUIRY }),
  'notice of an investor inquiry': () =>
    inquiryNotice({ site, inboxUrl, inquiry: { ...INQUIRY, kind: 'investor', jobTitle: '' } }),
  'notice of a waitlist registration': () =>
    inquiryNotice({ site, inboxUrl, inquiry: { ...INQUIRY, kind: 'waitlist', message: '' } }),
  'receipt of a demo request': () => inquiryReceipt({ site, inquiry: INQUIRY }),
  'receipt of a message': () =>
    inquiryReceipt({ site, inquiry: { kind: 'contact', requestType: 'general' } }),
  'receipt of an investor inquiry': () =>
    inquiryReceipt({ site, inquiry: { kind: 'investor', requestType: '' } }),
  'receipt of a waitlist registration': () =>
    inquiryReceipt({ site, inquiry: { kind: 'waitlist', requestType: '' } }),
  'confirmation of an address': () =>
    newsletterConfirmation({
      site,
      confirmUrl: 'https://site.test/newsletter/confirm?token=a.b&c=d',
      validDays: 7,
    }),
  'invitation of a writer': () =>
    invitation({
      site,
      role: 'writer',
      invitedBy: 'editor@site.test',
      acceptUrl: 'https://site.test/admin/accept-invitation#0a1b',
      expiresAt: '2026-03-03T20:00:00.000Z',
    }),
  'invitation of an administrator': () =>
    invitation({
      site,
      role: 'administrator',
      invitedBy: 'editor@site.test',
      acceptUrl: 'https://site.test/admin/accept-invitation#0a1b',
      expiresAt: '2026-03-03T20:00:00.000Z',
    }),
  'link for a new password': () =>
    passwordReset({
      site,
      email: 'writer@site.test',
      expiresAt: '2026-03-03T20:00:00.000Z',
      resetUrl: 'https://site.test/admin/reset-password#0a1b',
    }),
  'newsletter issue': async () =>
    newsletterIssue({
      site,
      unsubscribeUrl,
      post: await issuePost(),
      head: {
        subject: 'News of March',
        introductionHtml: (await renderBody('Dear **reader**, see [here](/platform).')).html,
      },
    }),
};

const reader = unified().use(rehypeParse).freeze();

function elements(html: string, isWanted: (element: Element) => boolean = () => true): Element[] {
  const found: Element[] = [];
  visit(reader.parse(html), 'element', (element) => {
    if (isWanted(element)) found.push(element);
  });
  return found;
}

function named(html: string, ...names: string[]): Element[] {
  return elements(html, ({ tagName }) => names.includes(tagName));
}

function links(html: string): string[] {
  return named(html, 'a').map(({ properties }) => String(properties.href));
}

function pictures(html: string): string[] {
  return named(html, 'img').map(({ properties }) => String(properties.src));
}

/** What is seen of a mail, or said of a picture: its body, without the line that only lists of mails show. */
function seen(html: string): string {
  const withoutHidden = <T extends Nodes>(node: T): T => {
    if (node.type === 'element' && node.tagName === 'img') {
      const value = ` Picture: ${node.properties.alt} `;
      return { ...node, tagName: 'span', children: [{ type: 'text', value }] };
    }
    return 'children' in node
      ? {
          ...node,
          children: node.children
            .filter(
              (child) =>
                child.type !== 'element' ||
                (child.tagName !== 'head' && child.properties.dataSkipInText === undefined),
            )
            .map(withoutHidden),
        }
      : node;
  };
  return plainText(withoutHidden<Root>(reader.parse(html)));
}

/** Words and how often each is there; small figures as plain ones, without what sets words off. */
function words(text: string): Map<string, number> {
  const runs = text.normalize('NFKC').split(/\s+/);
  const bare = runs.map((run) => run.replace(/[\^()]/g, '').replace(/[:,.]$/, ''));
  const counts = new Map<string, number>();
  for (const word of bare)
    if (/[\p{L}\p{N}]/u.test(word)) counts.set(word, 1 + (counts.get(word) ?? 0));
  return counts;
}

type Colours = { text: string; ground: string };

/** The colour that a style sheet for the dark gives to a class, by property. */
function darkColours(html: string): ReadonlyMap<string, string> {
  const css = named(html, 'style').map(textOf).join('');
  const rules = css.matchAll(/\.(\w+)\{(color|background-color|border-color):(#\w+)!important/g);
  return new Map(
    [...rules].map(([, name, property, colour = '']) => [`${name} ${property}`, colour]),
  );
}

function classesOf({ properties }: Element): string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : [];
}

/** The colour in the dark; undefined for an element that has no such colour of its own. */
function ownColour(
  element: Element,
  property: string,
  dark: ReadonlyMap<string, string>,
): string | undefined {
  const isSet = new RegExp(`(?:^|;)${property}:#`).test(String(element.properties.style ?? ''));
  const found = classesOf(element).map((name) => dark.get(`${name} ${property}`));
  return isSet ? (found.find((colour) => colour !== undefined) ?? 'none') : undefined;
}

/** The colours of everything that is read, in the dark. */
function coloursIn(node: Nodes, around: Colours, dark: ReadonlyMap<string, string>): Colours[] {
  if (node.type === 'text') return node.value.trim() === '' ? [] : [around];
  if (node.type !== 'element' || node.properties.dataSkipInText !== undefined) return [];
  const here = {
    text: ownColour(node, 'color', dark) ?? around.text,
    ground: ownColour(node, 'background-color', dark) ?? around.ground,
  };
  return node.children.flatMap((child) => coloursIn(child, here, dark));
}

/** As WCAG 2.2 defines it. */
function contrast({ text, ground }: Colours): number {
  const [dark = 0, light = 0] = [text, ground].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

beforeEach(() => {
  const errors = vi.spyOn(console, 'error');
  onTestFinished(() => {
    // React says there what it finds wrong with the markup.
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
  });
});

describe.each(Object.entries(LETTERS))('the %s', (name, make) => {
  test('tells nobody who has opened it: it loads nothing but the pictures of a post', async () => {
    const { html } = await make();
    expect(pictures(html)).toEqual(name === 'newsletter issue' ? PICTURES : []);
    const loading = ['link', 'script', 'iframe', 'object', 'embed', 'video', 'audio', 'source'];
    expect(named(html, ...loading, 'svg', 'base', 'form', 'input')).toEqual([]);
    const sources = ['src', 'srcSet', 'background', 'poster', 'data', 'action'];
    const isLoading = ({ tagName, properties }: Element) =>
      tagName !== 'img' && sources.some((source) => source in properties);
    expect(elements(html, isLoading)).toEqual([]);
    for (const { properties } of named(html, 'img'))
      expect(properties).not.toHaveProperty('srcSet');
    expect(html).not.toMatch(/url\(|@import|@font-face/i);
    for (const href of links(html)) expect(new URL(href).protocol).toBe('https:');
  });

  test('says to those who read plain text what it says to others, and no more', async () => {
    const { html, text } = await make();
    const addresses = [...new Set([...links(html), ...pictures(html)])];
    for (const address of links(html)) expect(text).toContain(address);
    const withoutAddresses = addresses
      .sort((a, b) => b.length - a.length)
      .reduce((rest, each) => rest.replaceAll(`<${each}>`, ' ').replaceAll(each, ' '), text);
    const inHtml = addresses.reduce((rest, each) => rest.replaceAll(each, ' '), seen(html));
    // Numbers of lists are drawn, not written, in HTML.
    const numbers = /^ *\d+\. /gm;
    expect(words(withoutAddresses.replace(numbers, ''))).toEqual(words(inHtml));
  });

  test('can be found again, and read by a screen reader', async () => {
    const { subject, html } = await make();
    expect(subject.length).toBeGreaterThan(10);
    expect(named(html, 'title').map(textOf)).toEqual([subject]);
    expect(named(html, 'html')[0]?.properties.lang).toBe('en-AU');
    const levels = named(html, 'h1', 'h2', 'h3', 'h4').map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    levels.reduce((before, level) => {
      expect(level).toBeGreaterThan(1);
      expect(level - before).toBeLessThanOrEqual(1);
      return level;
    });
    const preview = elements(html, ({ properties }) => properties.dataSkipInText !== undefined)[0];
    expect(textOf(preview ?? { type: 'root', children: [] }).trim().length).toBeGreaterThan(20);
  });

  test('is legible in the dark', async () => {
    const { html } = await make();
    const [, paper = ''] = /\.paper>table>tbody>tr>td\{background-color:(#\w+)/.exec(html) ?? [];
    const page = elements(html, ({ tagName, properties }) =>
      tagName === 'td' ? String(properties.style).startsWith('background-color') : false,
    )[0];
    const dark = darkColours(html);
    const colours = (page?.children ?? []).flatMap((child) =>
      coloursIn(child, { text: 'none', ground: paper }, dark),
    );
    expect(colours.length).toBeGreaterThan(5);
    for (const pair of colours) expect(contrast(pair), JSON.stringify(pair)).toBeGreaterThan(4.5);
    const lined = elements(html, ({ properties }) => /border[^;]*#/.test(String(properties.style)));
    for (const element of lined) {
      expect(classesOf(element).some((name) => dark.has(`${name} border-color`))).toBe(true);
    }
  });
});

describe('the notice of an inquiry', () => {
  test('has every field, the instant in the site’s zone, and the message line by line', async () => {
    const { subject, html, text } = await inquiryNotice({ site, inboxUrl, inquiry: INQUIRY });
    expect(subject).toBe('Demo request from Zoë O’Neill, Lab & Sons');
    for (const line of [
      'Name: Zoë O’Neill',
      'Email: zoe.oneill+lab@sub.lab.test',
      'Company: Lab & Sons',
      'Job title: Chemist',
      'Request type: demo',
      'Received: March 2, 2026 at 6:00 AM GMT+10',
      '> Hello,\n> \n> \u00a0\u00a0indented\n> \u00a0\u00a0\u00a0\u00a0by a tab\n> Last < line > & "more"',
    ]) {
      expect(text).toContain(line);
    }
    expect(links(html)).toEqual(['https://site.test/', inboxUrl]);
  });

  test('calls the fields what their form calls them', async () => {
    const make = async (inquiry: Partial<Inquiry>) =>
      (await inquiryNotice({ site, inboxUrl, inquiry: { ...INQUIRY, ...inquiry } })).text;
    const investor = await make({ kind: 'investor', company: '' });
    expect(investor).toContain('Organization: Not given');
    expect(investor).not.toMatch(/Job title|Role|Request type/);
    expect(await make({ kind: 'waitlist', message: '' })).toMatch(
      /Role: Chemist[\s\S]*No message\./,
    );
    expect(await make({ requestType: 'beta-access' })).toContain('Contact inquiry from');
  });

  const EVIL =
    '<script>alert(1)</script><a href="https://evil.test">x</a><img src=//evil.test/x.png>\r\n' +
    'https://evil.test/a?b=c www.evil.test evil.test pa@evil.test mailto:pa@evil.test evil\u3002test\n' +
    'Open it in the inbox <https://evil.test>\n</td></table><h1>Hi</h1>\u202Egnp.exe\u2066\0\x1b[31m';

  test('makes no link and no markup of anything that a visitor wrote', async () => {
    const hostile = { ...INQUIRY, name: EVIL, company: EVIL, jobTitle: EVIL, message: EVIL };
    const { subject, html, text } = await inquiryNotice({ site, inboxUrl, inquiry: hostile });
    const harmless = await inquiryNotice({ site, inboxUrl, inquiry: INQUIRY });
    const shape = (markup: string) => named(markup, 'a', 'img', 'script', 'h1', 'table').length;
    expect(shape(html)).toBe(shape(harmless.html));
    expect(links(html)).toEqual(['https://site.test/', inboxUrl]);
    for (const part of [seen(html), text]) {
      expect(part).not.toMatch(/evil[.\u3002]|\w@evil|(?:https?|mailto):\S*evil|www\./);
      expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u);
      expect(part.replaceAll(WORD_JOINER, '')).toContain('https://evil.test/a?b=c www.evil.test');
    }
    expect(text.match(/^Open it in the inbox.*$/gm)).toEqual([
      `Open it in the inbox <${inboxUrl}>`,
    ]);
    expect(subject).not.toMatch(/[\r\n\p{Cc}\p{Cf}]/u);
    expect(subject.length).toBeLessThan(150);
  });

  test('holds the longest of inquiries, in one word too', async () => {
    const long = 'x'.repeat(10_000);
    const inquiry = { ...INQUIRY, name: long, company: long, jobTitle: long, message: long };
    const { subject, html, text } = await inquiryNotice({ site, inboxUrl, inquiry });
    expect(subject.length).toBeLessThan(150);
    expect(html.split(long)).toHaveLength(5);
    expect(text.split(long)).toHaveLength(5);
    expect(html).toContain('overflow-wrap:anywhere');
  });

  test('leaves a URL as it is, so that it can be copied', async () => {
    const { html, text } = await inquiryNotice({ site, inboxUrl, inquiry: INQUIRY });
    expect(seen(html)).toContain(INQUIRY.email);
    expect(text).toContain(INQUIRY.email);
    expect(html).not.toContain(INQUIRY.email);
  });
});

test('what a visitor wrote loses nothing by not being linked', () => {
  for (const written of ['a.b', '...', 'a: b. c', 'https://a.test', '10:30', '😀.😀', '.a', '']) {
    expect(unlinked(written).replaceAll(WORD_JOINER, '')).toBe(written);
  }
  expect(unlinked('No need. Here: none @ all')).toBe('No need. Here: none @ all');
  expect(visitorText('a\u2028b\r\nc\td \u200f א')).toBe('a\nb\nc\td \u200f א');
});

describe('the receipt of an inquiry', () => {
  test('cannot be used to write to a third person: it says nothing that the sender wrote', async () => {
    for (const kind of ['contact', 'investor', 'waitlist'] as const) {
      const written = 'evil-words';
      const inquiry: Inquiry = {
        ...INQUIRY,
        kind,
        name: written,
        company: written,
        jobTitle: written,
        message: written,
        requestType: written,
        email: `${written}@site.test`,
      };
      const { subject, html, text } = await inquiryReceipt({ site, inquiry });
      expect(subject + html + text).not.toContain(written);
    }
  });

  test.each([
    ['contact', 'support', 'We respond within 24 hours'],
    ['contact', 'demo', 'propose a time within two business days'],
    ['investor', '', 'we will reply by email'],
    ['waitlist', '', 'we will reply by email'],
  ] as const)(
    'of the kind %s (%s) promises no other time than the site does',
    async (kind, requestType, promise) => {
      const { text } = await inquiryReceipt({ site, inquiry: { kind, requestType } });
      expect(text.replace(/\s+/g, ' ')).toContain(promise);
    },
  );
});

describe('a newsletter issue', () => {
  test('has the whole post, with absolute URLs', async () => {
    const post = await issuePost();
    const { subject, html, text } = await newsletterIssue({ site, unsubscribeUrl, post, head });
    expect(subject).toBe(post.title);
    expect(links(html)).toEqual([
      'https://site.test/',
      post.url,
      'https://site.test/platform',
      'https://site.test/blog/other',
      'https://site.test/v.mp4',
      `${post.url}#a-table`,
      'https://journal.test/guide',
      unsubscribeUrl,
    ]);
    expect(pictures(html)).toEqual(PICTURES);
    for (const words of [
      'Site AI, March 2, 2026.',
      'Picture: A curve <https://site.test/images/curve.png>',
      'Picture: Linked picture <https://site.test/blog/other>',
      'Video: A film <https://site.test/v.mp4>',
      '☑ done',
      '☐ open',
      'Picture <https://far.test/f.png>\n\nCaption\n',
      ' 1. A guide to drug discovery <https://journal.test/guide> (article)\n',
      'Where the table comes from.',
      ' 2. Not on the web (book)\n',
      '> A quotation.',
      '    return x  # <b>\n',
      'Compound      Value   Note',
      `Unsubscribe <${unsubscribeUrl}>`,
    ]) {
      expect(text).toContain(words);
    }
    expect(named(html, 'th').map(textOf)).toEqual(['Compound', 'Value', 'Note']);
    expect(named(html, 'details', 'mark', 'picture', 'section')).toEqual([]);
  });

  test('has pictures of structures and formulas, and their TeX in plain text: mail programs show no SVG and no MathML', async () => {
    const post = await issuePost(
      'Old:\n\n```smiles {name="Aspirin"}\nCC(=O)Oc1ccccc1C(=O)O\n```\n\nSo $\\frac{x}{2} < 1$ it is.\n',
    );
    const { html, text } = await newsletterIssue({ site, unsubscribeUrl, post, head });
    expect(named(html, 'svg', 'math', 'details', 'mi')).toEqual([]);
    const [picture, formula] = named(html, 'img');
    expect(picture?.properties).toMatchObject({ alt: 'Structure of Aspirin, C9H8O4' });
    expect(picture?.properties.src).toMatch(
      /^https:\/\/site\.test\/blog\/a-post\/drawings\/[0-9a-f]{32}\.png$/,
    );
    expect(formula?.properties).toMatchObject({ alt: '\\frac{x}{2} < 1', width: 43 });
    expect(formula?.properties.style).toMatch(/width:2\.\d+em;vertical-align:-0\.\d+em$/);
    expect(text).toContain('\\frac{x}{2} < 1 it is.');
    expect(text).not.toContain('Molecular weight');
  });

  test('has no wrong figure in plain text where an exponent was', async () => {
    const post = await issuePost();
    const { text } = await newsletterIssue({ site, unsubscribeUrl, post, head });
    for (const figure of ['IC₅₀', '10⁶ cells[1],', '81^(1/h)', 'Ki^app']) {
      expect(text.replace(/\s+/g, ' ')).toContain(figure);
    }
  });

  test('gives each reader their own link, and nobody the link of another', async () => {
    const post = await issuePost('Words.');
    const urls = ['https://site.test/u?a=1&b="<>', 'https://site.test/u?token=$&'];
    const issues = await Promise.all(
      urls.map((url) => newsletterIssue({ site, post, head, unsubscribeUrl: url })),
    );
    for (const [i, { html, text }] of issues.entries()) {
      expect(links(html).at(-1)).toBe(urls[i]);
      expect(text).toContain(`<${urls[i]}>`);
      expect(html + text).not.toContain('.invalid');
    }
    const changed = { ...post, contentHtml: '<p>Corrected.</p>' };
    const again = await newsletterIssue({ site, post: changed, head, unsubscribeUrl });
    expect(again.text).toContain('Corrected.');
  });

  test('shows each picture within its column, in a format that mail programs know', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const post = await issuePost(
      [
        `![Small](/media/${id}/400x300.png)`,
        `![Wide](/media/${id}/1200x300.jpg)`,
        `![Huge](/media/${id}/4000x3000.png)`,
        `![New](/media/${id}/700x300.avif)`,
        `![Moving](/media/${id}/900x300-moving.gif)`,
        '![Drawing](/files/drawing.svg)',
        '<a href="/platform"><img src="/files/drawing.svg" alt="Linked drawing"></a>',
      ].join('\n\n'),
    );
    const { html, text } = await newsletterIssue({ site, unsubscribeUrl, post, head });
    expect(
      named(html, 'img').map(({ properties: { src, alt, width } }) => [src, alt, Number(width)]),
    ).toEqual([
      [`https://site.test/media/${id}/400x300.png`, 'Small', 400],
      [`https://site.test/media/${id}/1200x300.jpg`, 'Wide', 576],
      [`https://site.test/media/${id}/1600.webp`, 'Huge', 576],
      [`https://site.test/media/${id}/700.webp`, 'New', 576],
      [`https://site.test/media/${id}/900x300-moving.gif`, 'Moving', 576],
    ]);
    for (const { properties } of named(html, 'img')) {
      expect(properties.style).toContain('max-width:100%;height:auto');
    }
    expect(html).not.toMatch(/rel="preload"/);
    expect(text).toContain('Picture: Drawing <https://site.test/files/drawing.svg>');
    expect(text).toContain('Picture: Linked drawing <https://site.test/platform>');
  });

  test('rules every row of a table alike, whether its cells are headings or not', async () => {
    const table = '```csv\nCompound,,IC50 (nM)\nOsimertinib,T790M,12\nGefitinib,,340\n```';
    const post = await issuePost(table);
    const { html } = await newsletterIssue({ site, unsubscribeUrl, post, head });
    const cells = html.match(/<t[dh] [^>]*border-bottom:[^>]*>/g) ?? [];
    expect(cells).toHaveLength(9);
    expect(new Set(cells.map((cell) => /border-bottom:[^;]*/.exec(cell)?.[0])).size).toBe(1);
  });

  test('opens with what its sender wrote, under a subject of its own', async () => {
    const post = await issuePost('Words.');
    const written = { subject: 'News of March', introductionHtml: '<p>Dear <em>reader</em>,</p>' };
    const { subject, html, text } = await newsletterIssue({
      site,
      unsubscribeUrl,
      post,
      head: written,
    });
    expect([subject, named(html, 'title').map(textOf)]).toEqual([
      'News of March',
      ['News of March'],
    ]);
    const order = ['Dear reader,', post.title, 'Words.'].map((words) => text.indexOf(words));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(html.indexOf('Dear reader,')).toBeLessThan(html.indexOf('Site</a>'));
  });

  test('has the title of the post as its first heading, whatever stands above it', async () => {
    const post = await issuePost('## Part\n\nWords.');
    const introductionHtml = (
      await renderBody(
        '# News\n\nDear reader.\n\n> ## And *more*\n\n<section><h3>Last</h3></section>',
      )
    ).html;
    const { html, text } = await newsletterIssue({
      site,
      unsubscribeUrl,
      post,
      head: { subject: null, introductionHtml },
    });
    const headings = named(html, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6');
    expect(headings[0]).toMatchObject({ tagName: 'h1' });
    expect(headings.map(textOf).slice(0, 2)).toEqual([post.title, 'Part']);
    const bold = named(html, 'strong').map(textOf);
    expect(bold).toEqual(expect.arrayContaining(['News', 'And more', 'Last']));
    expect(text.indexOf('News')).toBeLessThan(text.indexOf(post.title));
  });

  test('that mail programs would cut off ends between two paragraphs, and says where it goes on', async () => {
    const paragraph = 'Word '.repeat(200);
    const long = Array.from({ length: 200 }, (_, i) => `## Part ${i}\n\n${paragraph}${i}.`);
    for (const markdown of [
      long.join('\n\n'),
      `<div>${long.map((part, i) => `<h2>Part ${i}</h2><p>${part}</p>`).join('')}</div>`,
    ]) {
      const post = await issuePost(markdown);
      const issue = await newsletterIssue({ site, unsubscribeUrl, post, head });
      expect(issue.isCut).toBe(true);
      const bytes = Buffer.byteLength(issue.html);
      expect(bytes).toBeLessThan(102_000);
      expect(bytes).toBeGreaterThan(90_000);
      const last = /(\d+)\.\s+The rest of this post/.exec(issue.text.replace(/\s+/g, ' '))?.[1];
      expect(issue.text).toContain(`Part ${last}`);
      expect(issue.text).not.toContain(`Part ${Number(last) + 1}`);
      expect(issue.text).toContain(`Read the whole post <${post.url}>`);
      expect(links(issue.html)).toContain(unsubscribeUrl);
    }
    const short = await newsletterIssue({ site, unsubscribeUrl, post: await issuePost(), head });
    expect(short.isCut).toBe(false);
  });

  test('of an ordinary post is not cut off by mail programs', async () => {
    for (const file of globSync('src/content/posts/*.md')) {
      const markdown = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      const post = await issuePost(markdown);
      const { html } = await newsletterIssue({ site, unsubscribeUrl, post, head });
      expect(Buffer.byteLength(html), file).toBeLessThan(102_000);
    }
  });
});
