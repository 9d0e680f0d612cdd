import { resolve } from 'node:path';
import { site as company } from '../content/site.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import { createFileTransport, createSmtpTransport } from '../mail/mail-transports.ts';
import { createDispatcher } from '../mail/outbox.ts';
import { sweepPictures } from '../media/library.ts';
import { sendDueIssues } from '../newsletter/sending.ts';
import { renderOutdated } from '../posts/outdated-renders.ts';
import { publishDueChanges } from '../posts/unpublished-changes.ts';
import type { Config } from '../server/config.ts';
import { startRecurringJob } from '../server/recurring-job.ts';
import type { Site } from '../site.ts';
import { backupFolder, makeDailyBackup, runBackup } from './backup/daily-backups.ts';
import { mailOf } from './make-site.ts';
import { describeOperatorError } from './operator-error.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PUBLICATION_MS = 2_000;
const RETRY_MS = 15_000;

/**
 * The interval of looks for posts to render again, and the pause after it stopped because bodies were rendered for
 * writers.
 */
const RENDERING_MS = 10_000;

/** @returns starts nothing more, and resolves when the jobs in progress have ended */
export function startBackgroundJobs(
  site: Site,
  config: Config,
  reportError: (error: unknown) => void,
  reportMailFailure?: (answer: string) => void,
): () => Promise<void> {
  const now = () => new Date();
  const sender = config.mailFrom ?? company.email.info;
  const from = `${company.name} <${sender}>`;
  const mail =
    config.smtpUrl === undefined
      ? createFileTransport(outboxFolder(config), from, now)
      : createSmtpTransport(config.smtpUrl, from);
  const dispatcher = createDispatcher(site, {
    ...mailOf(site),
    deliver: mail.deliver,
    domain: sender.slice(sender.lastIndexOf('@') + 1),
    reportError,
    reportFailure: reportMailFailure,
  });
  site.onMailEnqueued = dispatcher.wake;
  dispatcher.wake();
  const ending = new AbortController();
  const start = (run: () => Promise<unknown>, everyMs: number, retryMs = everyMs) =>
    startRecurringJob(run, { everyMs, retryMs, reportError });
  const stops = [
    start(() => purgeExpiredData(site), DAY_MS, HOUR_MS),
    start(() => publishDue(site), PUBLICATION_MS, RETRY_MS),
    start(() => sweepPictures(site), HOUR_MS),
    start(() => renderOutdated(site, ending.signal), RENDERING_MS),
  ];
  const startBackups = setTimeout(() => {
    stops.push(start(() => makeBackup(config, site, ending.signal), MINUTE_MS, HOUR_MS));
  }, MINUTE_MS).unref();
  if (!config.backups) clearTimeout(startBackups);
  return async () => {
    ending.abort();
    clearTimeout(startBackups);
    await Promise.all([dispatcher.close(), ...stops.map((end) => end())]);
    mail.close();
  };
}

/** Changes first: the issue of a post that is due at the same time has them. */
async function publishDue(site: Site): Promise<void> {
  try {
    await publishDueChanges(site);
  } finally {
    await sendDueIssues(site);
  }
}

/** Looks every minute, since clocks are adjusted and machines sleep, and reports a failure on the dashboard. */
async function makeBackup(config: Config, { failures }: Site, signal: AbortSignal) {
  try {
    await makeDailyBackup(backupFolder(config), Date.now(), (file) => runBackup(file, signal));
    failures.backup = null;
  } catch (error) {
    // The site ends.
    if (signal.aborted) return;
    failures.backup = describeOperatorError(error) ?? String(error);
    throw error;
  }
}

export function describeForms(config: Config): string[] {
  const forms = config.liveForms
    ? 'The newsletter, investor and waitlist forms reach this server (LIVE_FORMS=off: they make no call)'
    : 'The newsletter, investor and waitlist forms make no call (LIVE_FORMS=on: they reach this server)';
  const mail =
    config.smtpUrl === undefined
      ? `Email is written to files in ${outboxFolder(config)} (set SMTP_URL to send it)`
      : `Email is sent through ${new URL(config.smtpUrl).host} (SMTP_URL)`;
  return [forms, mail];
}

export function outboxFolder({ dataDir }: Config): string {
  return resolve(dataDir, 'outbox');
}
