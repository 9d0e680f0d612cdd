import { describe, expect, test } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock, makeMemoryDatabase, makeTestSite, START } from '../../test/make-site.ts';
import { readTable } from '../../test/read-table.ts';
import type { Database } from '../server/db/connect.ts';
import * as inbox from './inbox.ts';

const FILTERS = new URL('./inbox-filters.tsv', import.meta.url);
const ANNA = { by: 'anna@site.test' };
const NOBODY = '00000000-0000-4000-8000-000000000000';
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id.slice(-1));

/** Inquiries whose ids end in 1, 2…, a minute apart, the last one the latest. */
async function makeInbox(
  rows: readonly {
    name?: string;
    message?: string;
    kind?: 'contact' | 'investor' | 'waitlist';
    suspected?: 0 | 1;
  }[],
  database: Database = makeMemoryDatabase(),
) {
  const { query } = database;
  const clock = makeClock();
  const values = rows.map((row, index) => ({
    id: `${NOBODY.slice(0, -4)}${String(index + 1).padStart(4, '0')}`,
    name: 'Ada',
    email: 'ada@lab.test',
    company: 'Lab',
    job_title: '',
    message: 'Hello',
    request_type: 'general',
    kind: 'contact' as const,
    suspected: 0 as const,
    received_at: new Date(Date.parse(START) + index * 60_000).toISOString(),
    ...row,
  }));
  if (values.length > 0) await query.insertInto('inquiries').values(values).execute();
  clock.advance(60 * 60_000);
  const now = () => clock.now().toISOString();
  const site = makeTestSite({ db: database, now });
  return {
    query,
    clock,
    now,
    id: (number: number) => values[number - 1]?.id ?? '',
    ...boundTo(site, inbox),
  };
}

describeEachEngine('the inbox', (makeDatabase) => {
  test('finds inquiries by their words, kind and state, and counts the unread ones that are not suspected', async () => {
    const rows = [
      { name: 'Zoë Müller', message: '100% sure' },
      { kind: 'investor', message: 'About the seed round' },
      { kind: 'waitlist', message: '' },
      { suspected: 1, message: 'Cheap seed' },
    ] as const;
    const inbox = await makeInbox(rows, await makeDatabase());
    const { listInquiries, changeInquiry, countUnreadInquiries, id } = inbox;
    expect(await countUnreadInquiries()).toBe(3);
    await changeInquiry(id(1), { isRead: true });
    await changeInquiry(id(2), { isHandled: true });
    for (const [filter = '', ...expected] of readTable(FILTERS)) {
      const query = Object.fromEntries(new URLSearchParams(filter));
      const { inquiries } = await listInquiries({ limit: 10, ...query });
      expect([filter, ...ids(inquiries)]).toEqual([filter, ...expected]);
    }
    expect(await countUnreadInquiries()).toBe(2);
    await changeInquiry(id(1), { isRead: false });
    await changeInquiry(id(4), { isSuspected: false });
    expect(await countUnreadInquiries()).toBe(4);
  });
});

describe('the inbox', () => {
  test('shows the latest first, page by page, and how many there are', async () => {
    const { listInquiries } = await makeInbox([{}, {}, {}, {}, {}]);
    const first = await listInquiries({ limit: 3 });
    expect([ids(first.inquiries), first.total]).toEqual([['5', '4', '3'], 5]);
    const second = await listInquiries({ limit: 3, cursor: first.next ?? undefined });
    expect([ids(second.inquiries), second.total, second.next]).toEqual([['2', '1'], 5, null]);
  });

  test('keeps when an inquiry was first read and first handled', async () => {
    const { changeInquiry, clock, id, now } = await makeInbox([{}]);
    const first = now();
    const opened = await changeInquiry(id(1), { isRead: true });
    expect(opened).toMatchObject({ value: { readAt: first, handledAt: null } });
    await changeInquiry(id(1), { isHandled: true });
    clock.advanceDays(1);
    const again = await changeInquiry(id(1), { isHandled: true, isRead: true });
    expect(again).toMatchObject({ ok: true, value: { readAt: first, handledAt: first } });
    const undone = await changeInquiry(id(1), { isHandled: false });
    expect(undone).toMatchObject({ ok: true, value: { readAt: first, handledAt: null } });
    expect(await changeInquiry(id(1), {})).toMatchObject({ ok: true, value: { readAt: first } });
    expect(await changeInquiry(NOBODY, { isRead: true })).toMatchObject({ ok: false });
  });

  test('exports every inquiry that matches, in pages, and says who did', async () => {
    const rows = Array.from({ length: 1_203 }, (_, index) => ({
      name: index === 7 ? '=1+1' : `Reader ${index}`,
      kind: index % 2 === 0 ? ('contact' as const) : ('investor' as const),
    }));
    const { exportInquiries, query } = await makeInbox(rows);
    const parts: string[] = [];
    for await (const part of await exportInquiries({ kind: 'investor' }, ANNA)) parts.push(part);
    // The header, and pages of 500.
    expect(parts).toHaveLength(3);
    const [header, ...lines] = parts.join('').trimEnd().split('\r\n');
    expect(header).toMatch(/^\ufeff"Received","Kind","Name","Email",/);
    expect(lines).toHaveLength(601);
    expect(lines.join('\n')).toContain(`"'=1+1"`);
    expect(lines[0]).toContain('"Reader 1201"');
    const events = await query.selectFrom('audit_events').select(['action', 'subject']).execute();
    expect(events).toEqual([{ action: 'inquiries-exported', subject: 'investor' }]);
  });
});
