import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { createPost, saveChanges } from '../../test/save-posts.ts';
import { contactSchema } from '../inquiries/forms.ts';
import { receiveInquiry } from '../inquiries/receiving.ts';

import { postInputSchema } from '../posts/post-input.ts';
import { publishedPost } from '../posts/public-posts.ts';

import { parseConfig } from '../server/config.ts';
import { describeForms, startBackgroundJobs } from './background-jobs.ts';
import { type OpenedSite, openSite } from './boot.ts';

const INQUIRY = contactSchema.parse({ name: 'Ada', email: 'ada@lab.test', message: 'Hello' });

test('mail that was queued, and changes whose time came, while the site was stopped are sent and published when it serves again, later ones at once', async () => {
  const folder = makeFolder();
  const outbox = join(folder, 'outbox');
  const config = parseConfig({
    DATA_DIR: folder,
    INBOX_EMAIL: 'team@site.test',
    MAIL_FROM: 'no-reply@site.test',
  });
  const fields = (slug: string, content: string) =>
    postInputSchema.parse({ title: 'A post', slug, content });
  const use = async ({ site }: OpenedSite, slug: string) => {
    await receiveInquiry(site, INQUIRY, null);
    await createPost(site, fields(slug, 'Before'));
    const publishAt = new Date(Date.now() + 1_000).toISOString();
    const by = 'editor@site.test';
    const saved = await saveChanges(site, slug, fields(slug, 'After'), { by, publishAt });
    expect(saved).toMatchObject({ ok: true });
  };
  const script = await openSite(config);
  await use(script, 'stopped');
  await script.close();
  expect(existsSync(outbox)).toBe(false);

  const errors: unknown[] = [];
  const site = await openSite(config);
  const stop = startBackgroundJobs(site.site, config, (error) => errors.push(error));
  const mails = () => (existsSync(outbox) ? readdirSync(outbox) : []);
  await expect.poll(() => mails().length).toBe(2);
  await use(site, 'serving');
  await expect.poll(() => mails().length).toBe(4);
  for (const slug of ['stopped', 'serving']) {
    const content = async () => (await publishedPost(site.site, slug))?.content;
    await expect.poll(content).toBe('After');
  }
  await stop();
  await site.close();
  expect(errors).toEqual([]);
  const parsed = await Promise.all(
    mails().map((name) => simpleParser(readFileSync(join(outbox, name)))),
  );
  const senders = parsed.map(({ from }) => from?.value[0]?.address);
  expect(senders).toEqual(Array(4).fill('no-reply@site.test'));
  const recipients = parsed.map(({ to }) => [to].flat()[0]?.text).sort();
  expect(recipients).toEqual(['ada@lab.test', 'ada@lab.test', 'team@site.test', 'team@site.test']);
  expect(parsed.every(({ messageId }) => messageId?.endsWith('@site.test>'))).toBe(true);
});

test('the start prints the modes of forms and mail and their settings, but no password', () => {
  const off = describeForms(parseConfig({ DATA_DIR: '/srv/site' }));
  expect(off).toEqual([
    expect.stringMatching(/make no call \(LIVE_FORMS=on:/),
    'Email is written to files in /srv/site/outbox (set SMTP_URL to send it)',
  ]);
  const env = { LIVE_FORMS: 'on', SMTP_URL: 'smtp://user:s3cret@mail.site.test:587' };
  expect(describeForms(parseConfig(env))).toEqual([
    expect.stringMatching(/reach this server \(LIVE_FORMS=off:/),
    'Email is sent through mail.site.test:587 (SMTP_URL)',
  ]);
});

test('a site that serves makes a backup soon after its start, unless the setting is off, and keeps why one failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = makeFolder();
  const errors: unknown[] = [];
  const open = async (name: string, settings: Record<string, string>) => {
    const config = parseConfig({ DATA_DIR: join(folder, name), ...settings });
    const { site, close } = await openSite(config);
    const stop = startBackgroundJobs(site, config, (error) => errors.push(error));
    return { site, close: () => stop().then(close) };
  };
  vi.stubEnv('DATA_DIR', join(folder, 'on'));
  const failing = await open('failing', {});
  writeFileSync(join(folder, 'failing', 'backups'), 'in the way');
  const sites = [await open('on', {}), await open('off', { BACKUPS: 'off' }), failing];
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  const backups = (name: string) => {
    const place = join(folder, name, 'backups');
    return existsSync(place)
      ? readdirSync(place).filter((name) => !name.startsWith('serving.lock'))
      : [];
  };
  const one = [expect.stringMatching(/^[\dTZ-]+\.tar\.zst$/)];
  await expect.poll(() => backups('on'), { timeout: 60_000 }).toEqual(one);
  expect(failing.site.failures.backup).toMatch(/^EEXIST: .*backups'$/);
  for (const site of sites) await site.close();
  expect(backups('off')).toEqual([]);
  expect(errors).toHaveLength(1);
}, 90_000);
