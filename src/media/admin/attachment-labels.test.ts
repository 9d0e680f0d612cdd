import { expect, it } from 'vitest';
import { attachmentLink } from './attachment-labels.ts';

const attachment = {
  name: 'Doses_2026 [raw] & <b>*.csv',
  address: '/media/5994471abb01112afcc18159f6cc74b4/doses-2026-raw-b.csv',
  type: 'csv',
  bytes: 1_258_291,
} as const;

it('a file is inserted as a link that says what it is and how large, whatever it is called', () => {
  expect(attachmentLink({ ...attachment, name: 'doses.csv' })).toBe(
    `[doses.csv (CSV, 1.2 MB)](${attachment.address})`,
  );
  expect(attachmentLink(attachment)).toBe(
    `[Doses\\_2026 \\[raw\\] \\& \\<b\\>\\*.csv (CSV, 1.2 MB)](${attachment.address})`,
  );
});
