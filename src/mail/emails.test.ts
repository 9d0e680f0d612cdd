import { globSync, readFileSync } from 'node:fs';
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { accountChanged, invitation, passwordReset } from '../accounts/account-emails.ts';
import { inquiryNotice, inquiryReceipt, type MailedInquiry } from '../inquiries/mails.ts';
import { newsletterConfirmation } from '../newsletter/confirmation-email.ts';
import { type IssuePost, newsletterIssue } from '../newsletter/issue-email.ts';
import { plainText, renderBody } from '../rendering/body.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import type { RenderedEmail } from './email.ts';
import { unlinked, visitorText, WORD_JOINER } from './visitor-text.ts';

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

const EXPIRY = '2026-03-03T20:00:00.000Z';

const INQUIRY: MailedInquiry = {
  kind: 'contact',
  name: 'Zoë O’Neill',
  email: 'zoe.oneill+lab@sub.lab.test',
  company: 'Lab & Sons',
  jobTitle: 'Chemist',
  message: 'Hello,\r\n\r\n  indented\n\tby a tab\nLast < line > & "more"',
  requestType: 'demo',
  receivedAt: '2026-03-01T20:00:00.000Z',
};

const POST = readFileSync('src/mail/issue.md', 'utf8');

async function issuePost(markdown: string): Promise<IssuePost> {
  return {
    title: 'A <title> & more',
    description: 'What it says.',
    contentHtml: await htmlOf(markdown),
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
    subject: null,
    introductionHtml: '',
  };
}

/** The pictures of `POST`. */
const PICTURES = [
  'https://site.test/images/curve.png',
  'https://site.test/images/x.png',
  'https://far.test/f.png',
];

/** The issue of a post, with nothing written above it by default. */
async function makeIssue(markdown = POST, head: Partial<IssuePost> = {}) {
  const post = { ...(await issuePost(markdown)), ...head };
  return { post, ...(await newsletterIssue({ site, unsubscribeUrl, post })) };
}

const htmlOf = async (markdown: string) => (await renderBody(markdown)).html;

const notice = (changes: Partial<MailedInquiry> = {}) =>
  inquiryNotice({ site, inboxUrl, inquiry: { ...INQUIRY, ...changes } });

const EMAILS: Record<string, () => Promise<RenderedEmail>> = {
  'notice of an inquiry': () => notice(),
  'receipt of an inquiry': () =>
    inquiryReceipt({ site, inquiry: { kind: 'contact', requestType: 'demo' } }),
  'confirmation of an address': () =>
    newsletterConfirmation({
      site,
      confirmUrl: 'https://site.test/newsletter/confirm?token=a.b&c=d',
      validDays: 7,
    }),
  invitation: () =>
    invitation(
      site,
      { role: 'writer', invitedBy: 'editor@site.test' },
      { url: 'https://site.test/admin/accept-invitation#0a1b', expiresAt: EXPIRY },
    ),
  'link for a new password': () =>
    passwordReset(site, 'writer@site.test', {
      url: 'https://site.test/admin/reset-password#0a1b',
      expiresAt: EXPIRY,
    }),
  'change of an account': () =>
    accountChanged(site, 'writer@site.test', 'A passkey was added to your account', EXPIRY),
  'newsletter issue': () =>
    makeIssue(POST, {
      subject: 'News of March',
      introductionHtml: '<p>Dear <strong>reader</strong>, see <a href="/platform">here</a>.</p>',
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

/** What is seen of a mail: without the line that only lists of mails show. */
const seen = (html: string) =>
  plainText(reader.parse(html.replace(/^.*(?=<div role="article")/s, '')));

test.each(Object.entries(EMAILS))(
  'the %s loads nothing, says the same in plain text, and has headings in order',
  async (name, make) => {
    const { subject, html, text } = await make();
    expect(`${subject}\n\n${text}\nHTML: ${seen(html)}`).toMatchSnapshot();
    expectToLoadNothing(html, name === 'newsletter issue' ? PICTURES : []);
    for (const url of links(html)) expect(text).toContain(url);
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
  },
);

test('every template of a mail is tested here', () => {
  const here = readFileSync('src/mail/emails.test.ts', 'utf8');
  const files = globSync('src/**/*.ts').filter((file) =>
    /(?<!function )\brenderEmail\(/.test(readFileSync(file, 'utf8')),
  );
  const missing = files.filter((file) => !here.includes(file.replace(/^src/, "from '..")));
  expect(missing.map((file) => `${file}: add its mails to EMAILS`)).toEqual([]);
});

/** What mail programs do not know. */
const REBUILT = ['details', 'mark', 'picture', 'section'];

/** Tells nobody who has opened a mail: only the pictures of a post are loaded. */
function expectToLoadNothing(html: string, expectedPictures: readonly string[]): void {
  expect(pictures(html)).toEqual(expectedPictures);
  const loading = ['link', 'script', 'iframe', 'object', 'embed', 'video', 'audio', 'source'];
  expect(named(html, ...loading, 'svg', 'base', 'form', 'input', ...REBUILT)).toEqual([]);
  const sources = ['src', 'srcSet', 'background', 'poster', 'data', 'action'];
  const isLoading = ({ tagName, properties }: Element) =>
    tagName !== 'img' && sources.some((source) => source in properties);
  expect(elements(html, isLoading)).toEqual([]);
  for (const { properties } of named(html, 'img')) expect(properties).not.toHaveProperty('srcSet');
  expect(html).not.toMatch(/url\(|@import|@font-face/i);
  for (const href of links(html)) expect(new URL(href).protocol).toBe('https:');
}

describe('the notice of an inquiry', () => {
  test('has no email that a mail program makes a link of, and calls an unknown type by its kind', async () => {
    const { html } = await notice();
    // Emails are broken into parts, so that mail programs make no link of them, and can be copied.
    expect(seen(html)).toContain(INQUIRY.email);
    expect(html).not.toContain(INQUIRY.email);
    const { text } = await notice({ kind: 'investor', jobTitle: '', company: '' });
    expect(text).toContain('Organization: Not given');
    expect((await notice({ requestType: 'beta-access' })).subject).toContain(
      'Contact inquiry from',
    );
  });

  const EVIL =
    '<script>alert(1)</script><a href="https://evil.test">x</a><img src=//evil.test/x.png>\r\n' +
    'https://evil.test/a?b=c www.evil.test evil.test pa@evil.test mailto:pa@evil.test evil\u3002test\n' +
    'Open it in the inbox <https://evil.test>\n</td></table><h1>Hi</h1>\u202Egnp.exe\u2066\0\x1b[31m';

  test('makes no link and no markup of anything that a visitor wrote', async () => {
    const hostile = { name: EVIL, company: EVIL, jobTitle: EVIL, message: EVIL };
    const { subject, html, text } = await notice(hostile);
    const harmless = await notice();
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
});

test('what a visitor wrote loses nothing by not being linked', () => {
  for (const written of ['a.b', '...', 'a: b. c', 'https://a.test', '10:30', '😀.😀', '.a', '']) {
    expect(unlinked(written).replaceAll(WORD_JOINER, '')).toBe(written);
  }
  expect(unlinked('No need. Here: none @ all')).toBe('No need. Here: none @ all');
  expect(visitorText('a\u2028b\r\nc\td \u200f א')).toBe('a\nb\nc\td \u200f א');
});

test('the receipt of an inquiry cannot be used to write to a third person: it says nothing that the sender wrote', async () => {
  for (const kind of ['contact', 'investor', 'waitlist'] as const) {
    const written = 'evil-words';
    const fields = ['name', 'company', 'jobTitle', 'message', 'requestType', 'email'];
    const inquiry = { ...Object.fromEntries(fields.map((field) => [field, written])), kind };
    const { subject, html, text } = await inquiryReceipt({
      site,
      inquiry: inquiry as MailedInquiry,
    });
    expect(subject + html + text).not.toContain(written);
  }
});

describe('a newsletter issue', () => {
  test('has pictures of structures and formulas, and their TeX in plain text: mail programs show no SVG and no MathML', async () => {
    const { html, text } = await makeIssue(
      'Old:\n\n```smiles {name="Aspirin"}\nCC(=O)Oc1ccccc1C(=O)O\n```\n\nSo $\\frac{x}{2} < 1$ it is.\n',
    );
    expect(named(html, 'svg', 'math', 'details', 'mi')).toEqual([]);
    const [picture, formula] = named(html, 'img');
    expect(picture?.properties).toMatchObject({ alt: 'Structure of Aspirin, C9H8O4' });
    expect(picture?.properties.src).toMatch(
      /^https:\/\/site\.test\/blog\/a-post\/drawings\/[0-9a-f]{32}\.png$/,
    );
    expect(formula?.properties).toMatchObject({ alt: '\\frac{x}{2} < 1', width: 43 });
    expect(formula?.properties.style).toMatch(/width:2\.\d+em;.*vertical-align:-0\.\d+em$/);
    expect(text).toContain('\\frac{x}{2} < 1 it is.');
    expect(text).not.toContain('Molecular weight');
  });

  test('gives each reader their own link, and nobody the link of another', async () => {
    const post = await issuePost('Words.');
    const urls = ['https://site.test/u?a=1&b="<>', 'https://site.test/u?token=$&'];
    const issues = await Promise.all(
      urls.map((url) => newsletterIssue({ site, post, unsubscribeUrl: url })),
    );
    for (const [i, { html, text }] of issues.entries()) {
      expect(links(html).at(-1)).toBe(urls[i]);
      expect(text).toContain(`<${urls[i]}>`);
      expect(html + text).not.toContain('.invalid');
    }
    const changed = { ...post, contentHtml: '<p>Corrected.</p>' };
    const again = await newsletterIssue({ site, post: changed, unsubscribeUrl });
    expect(again.text).toContain('Corrected.');
  });

  test('shows each picture within its column, in a format that mail programs know', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const { html, text } = await makeIssue(
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
    expect(text).toContain('Picture: Drawing <https://site.test/files/drawing.svg>');
    expect(text).toContain('Picture: Linked drawing <https://site.test/platform>');
  });

  test('has the title of the post as its first heading, whatever stands above it', async () => {
    const { post, subject, html, text } = await makeIssue('## Part\n\nWords.', {
      subject: null,
      introductionHtml: await htmlOf(
        '# News\n\nDear reader.\n\n> ## And *more*\n\n<section><h3>Last</h3></section>',
      ),
    });
    expect(subject).toBe(post.title);
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
      const { post, ...issue } = await makeIssue(markdown);
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
  });

  test('of an ordinary post is not cut off by mail programs', async () => {
    expect((await makeIssue()).isCut).toBe(false);
    for (const file of globSync('src/content/posts/*.md')) {
      const markdown = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      const { html } = await makeIssue(markdown);
      expect(Buffer.byteLength(html), file).toBeLessThan(102_000);
    }
  });
});
