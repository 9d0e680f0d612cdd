import { expect, test } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { networkOf } from './limits.ts';

test.each(readTable(new URL('networks.tsv', import.meta.url)))(
  'a client at %s is counted in the network %s',
  (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  },
);

test('clients behind a proxy are not counted as one', () => {
  const addresses =
    `somewhere 127.0.0.1 ::1 :: ::ffff:127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.1.1
    100.64.0.3 fe80::1%eth0 fd12:3456:789a::1`.split(/\s+/);
  for (const ip of [null, '', ...addresses]) expect([ip, networkOf(ip)]).toEqual([ip, null]);
});

test('networks next to private ranges are public', () => {
  expect([networkOf('172.32.0.1'), networkOf('11.0.0.1'), networkOf('2600::1')]).toEqual([
    '172.32.0.0/24',
    '11.0.0.0/24',
    '2600:0:0:0::/56',
  ]);
});
