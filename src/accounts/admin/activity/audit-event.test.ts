import { expect, test } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
import type { AuditEvent } from '../../audit.ts';
import { describeEvent } from './audit-event.ts';

test.each(readTable(new URL('audit-sentences.tsv', import.meta.url)))(
  'who did what can be read: %s',
  (sentence, actor, action, subject = '', title = '') => {
    const said = { action: action as AuditEvent['action'], subject, detail: null };
    const entry = { id: '', at: '', actor: actor || null, title: title || null, ...said };
    const { actor: who, action: did, object, href } = describeEvent(entry);
    const what = href === undefined ? object : `[${object}](${href})`;
    expect(`${who} ${did} ${what}`.trim()).toBe(sentence);
  },
);
