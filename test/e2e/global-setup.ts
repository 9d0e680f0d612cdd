import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openMailServer } from '../collecting-mail-server.ts';
import { LIVE_SITE, SITE } from './sites.ts';

/** Signs in to both sites, and opens the mail server of the live one. @returns what ends it */
export default async function setUp(): Promise<() => Promise<void>> {
  const { E2E_SIGNED_IN = '', E2E_SMTP_PORT, ADMIN_EMAIL, ADMIN_PASSWORD } = process.env;
  const origins = [];
  for (const { baseURL } of [SITE, LIVE_SITE]) {
    const answer = await fetch(`${baseURL}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
    });
    const { access_token: adminToken, expires_at: adminTokenExpiry } = await answer.json();
    const session = { adminToken, adminEmail: ADMIN_EMAIL, adminTokenExpiry };
    const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
    origins.push({ origin: baseURL, localStorage });
  }
  writeFileSync(E2E_SIGNED_IN, JSON.stringify({ cookies: [], origins }));

  // Where a site without a mail server writes its mails.
  const folder = join(LIVE_SITE.dataDir, 'outbox');
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const { close } = await openMailServer(
    {
      onData(stream, _session, done) {
        count += 1;
        const file = join(folder, `${String(count).padStart(5, '0')}.eml`);
        buffer(stream)
          .then((mail) => {
            writeFileSync(`${file}.part`, mail);
            renameSync(`${file}.part`, file);
            done();
          })
          .catch(done);
      },
    },
    Number(E2E_SMTP_PORT),
  );
  return close;
}
