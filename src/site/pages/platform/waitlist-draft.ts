import { waitlist } from '../../../content/platform.ts';
import { site } from '../../../content/site.ts';

const submitTime = new Intl.DateTimeFormat(site.dateLocale, {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: site.timeZone,
});

/**
 * The `mailto:` URL of a draft that registers for the waitlist (specification section 7): one line
 * per field, then the submit time in the site's zone. Lines end in CRLF (RFC 6068).
 */
export function waitlistDraft(values: Record<string, string>, submittedAt: Date): string {
  const { to, subject, submittedLabel } = waitlist.draft;
  const lines = [
    ...waitlist.fields.map(({ name, label }) => `${label}: ${(values[name] ?? '').trim()}`),
    `${submittedLabel}: ${submitTime.format(submittedAt)}`,
  ];
  const body = lines.join('\n').replaceAll(/\r\n?|\n/g, '\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
