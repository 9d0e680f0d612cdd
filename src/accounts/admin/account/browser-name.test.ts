import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  ['Chrome on Windows', `${WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['Opera on Windows', `${WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`],
  ['Safari on macOS', `${MAC} ${APPLE} Version/18.1 Safari/605.1.15`],
  ['Safari on an iPhone', `${IPHONE} ${APPLE} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${IPHONE} ${APPLE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36`,
  ],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/140.0.0.0`],
  ['a browser on Linux', 'Mozilla/5.0 (X11; Linux x86_64)'],
  ['curl', 'curl/8.14.1'],
  ['an unknown browser', ''],
  ['an unknown browser', 'Mozilla/5.0'],
])('a session is shown as that of %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});
