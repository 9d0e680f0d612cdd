import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { ParsedMail } from 'mailparser';
import { writtenMails } from '../written-mails.ts';

const {
  E2E_URL = '',
  E2E_DATA_DIR = '',
  E2E_LIVE_URL = '',
  E2E_LIVE_DATA_DIR = '',
  E2E_SIGNED_IN = '',
} = process.env;

/** The site of all tests that say nothing else: no live forms, no mail server. */
export const SITE = { baseURL: E2E_URL, dataDir: E2E_DATA_DIR };

/** The site for `test.use({ baseURL: LIVE_SITE.baseURL })`: live forms, a mail server, passkeys. */
export const LIVE_SITE = { baseURL: E2E_LIVE_URL, dataDir: E2E_LIVE_DATA_DIR };

/** For `test.use(SIGNED_IN)`: pages are the administrator's of the run, on both sites. */
export const SIGNED_IN = { storageState: E2E_SIGNED_IN };

/** For `browser.newPage(SIGNED_OUT)` where `SIGNED_IN` is used: somebody without a session. */
export const SIGNED_OUT = { storageState: { cookies: [], origins: [] } };

/** The token of the session that `SIGNED_IN` stores. */
export function tokenOf(baseURL: string): string {
  type Origin = { origin: string; localStorage: { name: string; value: string }[] };
  const { origins }: { origins: Origin[] } = JSON.parse(readFileSync(E2E_SIGNED_IN, 'utf8'));
  const stored = origins.find(({ origin }) => origin === baseURL)?.localStorage;
  return stored?.find(({ name }) => name === 'adminToken')?.value ?? '';
}

/** The mails that the live site has sent to an address, the oldest first. */
export const mailsTo = (address: string) => writtenMails(LIVE_SITE.dataDir, address);

/** The newest mail to an address, when there are so many. */
export async function lastMailTo(address: string, count = 1): Promise<ParsedMail> {
  await expect.poll(async () => (await mailsTo(address)).length).toBe(count);
  const mail = (await mailsTo(address)).at(-1);
  if (mail === undefined) throw new Error('There is no mail');
  return mail;
}
