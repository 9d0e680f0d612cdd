import { type Dialog, expect, type Page, type Route } from '@playwright/test';
import { renderBodyAs } from '../../src/rendering/body.ts';
import { readTable } from '../read-table.ts';
import { bodiesWith, scienceBodiesWith, XSS_VECTORS } from '../xss-vectors.ts';
import { test } from './page-test.ts';

/**
 * Every attack of the collection, rendered, in a page of its own without a content policy, so that
 * nothing but the rendering stands between it and the reader. Harm is: a script that runs, a dialog, a
 * frame, a navigation, an element or attribute outside of the article, a name that the page could
 * mistake for its own, an element that leaves its place, and any request but for the images and media
 * whose URLs are written in the rendered body.
 */

const ADDRESS = 'https://page.example/';
/** Attacks in one page; when a page shows harm, it is halved until one attack is left to blame. */
const BATCH = 200;

type Body = { name: string; html: string };

/** An image from another origin loads, one from the page's own fails, so that both are tried. */
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

function pageWith(bodies: readonly Body[]): string {
  const articles = bodies.map(
    ({ html }) => `<main><article id="a">${html}</article><p class="after">after</p></main>`,
  );
  return `<!doctype html><html lang="en"><head><title>Page</title></head><body>${articles.join('\n')}</body></html>`;
}

/** The URLs of images and media in a body. */
function sourcesOf({ html }: Body): string[] {
  const values = [...html.matchAll(/ (?:src|srcset|poster)="([^"]*)"/g)].map(
    ([, value = '']) => value,
  );
  return values
    .flatMap((value) => value.split(/,\s+|\s+/))
    .map((value) =>
      value.replace(/&#x(\w+);/g, (_, code) => String.fromCodePoint(Number(`0x${code}`))),
    )
    .map((value) => URL.parse(value, ADDRESS)?.href ?? '');
}

/** Does to every element of the articles what a reader could do, and more. */
function provoke(): void {
  const events =
    `pointerover pointerenter pointerdown mouseover mouseenter mousemove mousedown mouseup contextmenu
     dblclick auxclick copy cut paste selectstart drag dragstart dragover drop focus focusin blur keydown
     keyup input change search beforetoggle toggle close scroll scrollend wheel animationstart
     animationend transitionend load error begin`.split(/\s+/);
  // Following a link to a page is what links are for; whatever else a click does may happen.
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (link instanceof HTMLAnchorElement && /^(?:https?|mailto|tel):$/.test(link.protocol)) {
      event.preventDefault();
    }
  });
  for (const element of document.querySelectorAll('article, article *')) {
    for (const name of events) {
      element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
    }
    if (element instanceof HTMLDetailsElement) element.open = true;
    if (element instanceof HTMLElement) {
      element.focus();
      element.click();
    }
  }
}

/** What around the articles is not as it was written, in words. */
function inspectPage(count: number): string[] {
  const found: string[] = [];
  const { body, head, documentElement } = document;
  if ('__xss' in window) found.push('a script ran, or a name shadows a global one');
  if (head.children.length !== 1 || document.title !== 'Page') found.push('the head changed');
  if (documentElement.getAttributeNames().join() !== 'lang') found.push('the root changed');
  if (body.attributes.length > 0) found.push('the body changed');
  if (body.children.length !== count) found.push('articles were lost or added');
  for (const main of body.children) {
    const isWhole =
      main.outerHTML.startsWith('<main><article id="a">') &&
      main.outerHTML.endsWith('</article><p class="after">after</p></main>') &&
      main.children.length === 2;
    if (!isWhole) found.push('an article broke');
  }
  return found;
}

/** What within the articles could deceive the page or the reader, in words. */
function inspectArticles(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll('article *')) {
    const name = element.getAttribute('name') ?? '';
    if (name !== '' && !name.startsWith('user-content-')) found.push(`named ${name}`);
    // No property of the window has a hyphen.
    if (element.id !== '' && !/^[\p{L}\p{N}].*-/su.test(element.id)) found.push(`id ${element.id}`);
    if (/absolute|fixed|sticky/.test(getComputedStyle(element).position))
      found.push('out of place');
  }
  return found;
}

/** What the bodies do to a page that holds them; empty when they are harmless. */
async function harmOf(page: Page, bodies: readonly Body[]): Promise<string[]> {
  const found: string[] = [];
  const noteDialog = (dialog: Dialog) => {
    found.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  };
  const noteWindow = (popup: Page) => found.push(`opened a window: ${popup.url()}`);
  page.on('dialog', noteDialog);
  page.on('popup', noteWindow);
  await page.route('**', answer(bodies, found));
  await page.goto(ADDRESS);
  try {
    await page.evaluate(provoke);
    // Handlers of loading and of animations run a moment later.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
    found.push(...(await page.evaluate(inspectPage, bodies.length)));
    found.push(...(await page.evaluate(inspectArticles)));
  } catch (error) {
    found.push(`left the page: ${error}`);
  }
  if (page.frames().length > 1) found.push('has a frame');
  page.off('dialog', noteDialog);
  page.off('popup', noteWindow);
  await page.unrouteAll();
  return found;
}

/** Serves the page once and its images; every other request is a finding. */
function answer(bodies: readonly Body[], found: string[]): (route: Route) => Promise<void> {
  const sources = new Set(bodies.flatMap(sourcesOf));
  let isServed = false;
  return async (route) => {
    const request = route.request();
    const url = request.url();
    if (url === ADDRESS && !isServed) {
      isServed = true;
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageWith(bodies) });
    }
    if (!sources.has(url) || !/^(?:image|media|texttrack)$/.test(request.resourceType())) {
      found.push(`asked for ${url} as ${request.resourceType()}`);
    }
    // It was found out: the page stays, so that the rest of it can be looked at.
    if (request.isNavigationRequest()) return route.abort();
    if (url.startsWith(ADDRESS)) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: 'image/gif', body: PIXEL });
  };
}

/** The harm of each body that does any, by its name. */
async function harmful(page: Page, bodies: readonly Body[]): Promise<string[]> {
  const harm = await harmOf(page, bodies);
  if (harm.length === 0) return [];
  if (bodies.length === 1) return [`${bodies[0]?.name}: ${harm.join('; ')}`];
  const middle = Math.ceil(bodies.length / 2);
  const names = [
    ...(await harmful(page, bodies.slice(0, middle))),
    ...(await harmful(page, bodies.slice(middle))),
  ];
  return names.length > 0 ? names : [`${bodies.map(({ name }) => name).join(' with ')}: ${harm}`];
}

const FORMATS = ['html', 'markdown'] as const;

/**
 * Each attack in one of its places and formats, in turn: `src/rendering/body-safety.test.ts` has each in all of them,
 * and `structure-safety.test.ts` in drawings, of which some are here.
 */
async function attacks(): Promise<Body[]> {
  const bodies: Body[] = [];
  for (const [index, { name, class: kind, payload }] of XSS_VECTORS.entries()) {
    const places = bodiesWith(payload);
    const place = Math.floor(index / 2) % places.length;
    const one = { format: FORMATS[index % 2] ?? 'html', content: places[place] ?? '' };
    const science = index % 16 === 0 ? scienceBodiesWith(payload) : [];
    for (const { format, content } of [one, ...science]) {
      const { html } = await renderBodyAs(format, content);
      bodies.push({ name: `${kind}, ${name} (${content.slice(0, 40)})`, html });
    }
  }
  return bodies;
}

test('xss: no attack written in HTML or Markdown runs, calls out or leaves the article', async ({
  page,
}) => {
  const harm: string[] = [];
  const bodies = await attacks();
  for (let start = 0; start < bodies.length; start += BATCH) {
    harm.push(...(await harmful(page, bodies.slice(start, start + BATCH))));
  }
  expect(harm).toEqual([]);
});

test('the check sees what each kind of attack does where nothing is sanitized', async ({
  page,
}) => {
  for (const [name = '', html = ''] of readTable(new URL('live-attacks.tsv', import.meta.url))) {
    expect.soft(await harmful(page, [{ name, html }]), name).not.toEqual([]);
  }
});
