import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { listInvitations } from '../invitations.ts';
import { addAdministrator, listPeople } from '../people.ts';
import { signIn } from '../sign-in.ts';

const PASSWORD = 'four words in a row';
const PROOF = { password: ADMINISTRATOR.password };

async function makeSite() {
  const app = await makeApp();
  const token = await app.signIn();
  const invite = (email: unknown, role: unknown = 'writer') =>
    app.postJson('/api/admin/people/invitations', { email, role, ...PROOF }, token);
  return { ...app, token, invite };
}

/** The token of the link in the only mail that is due. */
async function mailedToken({ sendMails }: Pick<TestApp, 'sendMails'>): Promise<string> {
  const [mail, ...others] = await sendMails();
  expect(others).toEqual([]);
  return /#([0-9a-f]{40})/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function detailIn(response: Response): Promise<unknown> {
  return ((await response.json()) as { detail: unknown }).detail;
}

describe('an invitation', () => {
  it('lets a guest in from mail to session, as what the inviter chose', async () => {
    const site = await makeSite();
    const made = await site.invite(' Guest@Site.test\t');
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({
      email: 'guest@site.test',
      role: 'writer',
      invitedBy: ADMINISTRATOR.email,
      link: null,
    });
    const token = await mailedToken(site);
    const open = (seen: string) => site.postJson('/api/admin/invitations/open', { token: seen });
    // However often it is opened, also by a scanner, and whatever became of its letter case.
    for (const seen of [token, token.toUpperCase(), ` ${token}\n`]) {
      const opened = await open(seen);
      expect([opened.status, opened.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    }
    const accept = (password: string) =>
      site.postJson('/api/admin/invitations/accept', { token, password, role: 'administrator' });
    expect(await (await accept(PASSWORD)).json()).toEqual({ email: 'guest@site.test' });
    for (const again of [await open(token), await accept('another password for it')]) {
      expect(await detailIn(again)).toMatch(/has already been used/);
    }
    const login = await site.postJson('/api/admin/login', {
      email: 'guest@site.test',
      password: PASSWORD,
    });
    const { access_token } = (await login.json()) as { access_token: string };
    expect((await site.get('/api/admin/stats', access_token)).status).toBe(200);
    expect((await site.get('/api/admin/people', access_token)).status).toBe(403);
    const list = await site.get('/api/admin/people', site.token);
    expect(await list.json()).toMatchObject({
      people: [{ email: ADMINISTRATOR.email }, { email: 'guest@site.test', role: 'writer' }],
      invitations: [],
      sendsMail: true,
    });
  });

  it('is refused in words for what is not an address or no role, and a password that is too short', async () => {
    const site = await makeSite();
    for (const [email, role, field] of [
      ['nobody', 'writer', 'email'],
      ['ünï@site.test', 'writer', 'email'],
      ['a@site.test\nBcc: b@site.test', 'writer', 'email'],
      [`${'a'.repeat(260)}@site.test`, 'writer', 'email'],
      ['guest@site.test', 'owner', 'role'],
      [undefined, 'writer', 'email'],
    ]) {
      const refused = await site.invite(email, role);
      expect([email, refused.status]).toEqual([email, 422]);
      expect(await detailIn(refused)).toMatchObject([{ loc: ['body', field] }]);
    }
    expect(await site.sendMails()).toEqual([]);
    await site.invite('guest@site.test');
    const token = await mailedToken(site);
    const short = await site.postJson('/api/admin/invitations/accept', {
      token,
      password: 'short',
    });
    expect(await detailIn(short)).toMatchObject([{ loc: ['body', 'password'] }]);
    const unstorable = await site.postJson('/api/admin/invitations/open', { token: `${token}\0` });
    expect(unstorable.status).toBe(422);
    const open = await site.postJson('/api/admin/invitations/open', { token });
    expect(open.status).toBe(200);
  });
});

describe('people', () => {
  it('change roles and are removed by their id, but never the last administrator', async () => {
    const site = await makeSite();
    await addAdministrator(site.site, 'other@site.test', 'writer');
    const people = await listPeople(site.site);
    const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? '';
    const change = (id: string, role: unknown) =>
      site.send('PATCH', `/api/admin/people/${id}`, {
        token: site.token,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ role, ...PROOF }),
      });
    const own = idOf(ADMINISTRATOR.email);
    const last = await change(own, 'writer');
    expect([last.status, await detailIn(last)]).toEqual([
      409,
      expect.stringContaining('last administrator'),
    ]);
    const remove = (id: string) =>
      site.postJson(`/api/admin/people/${id}/remove`, PROOF, site.token);
    expect((await remove(own)).status).toBe(409);
    expect((await change(idOf('other@site.test'), 'owner')).status).toBe(422);
    expect((await change(crypto.randomUUID(), 'writer')).status).toBe(404);
    expect((await change(idOf('other@site.test'), 'administrator')).status).toBe(204);
    expect((await remove(own)).status).toBe(204);
    expect((await site.get('/api/admin/people', site.token)).status).toBe(401);
  });
});

describe('a session that was left open or stolen', () => {
  it('gives nobody access and takes it from nobody without the password of its administrator', async () => {
    const site = await makeSite();
    await addAdministrator(site.site, 'other@site.test', 'writer');
    const [made] = [(await (await site.invite('guest@site.test')).json()) as { id: string }];
    const token = await mailedToken(site);
    const other = (await listPeople(site.site)).find(({ email }) => email === 'other@site.test');
    const before = [await listPeople(site.site), await listInvitations(site.site)];
    const calls = [
      ['POST', '/invitations', { email: 'evil@site.test', role: 'administrator' }],
      ['POST', `/invitations/${made.id}/resend`, {}],
      ['PATCH', `/${other?.id}`, { role: 'administrator' }],
      ['POST', `/${other?.id}/remove`, {}],
    ] as const;
    for (const [method, path, body] of calls) {
      for (const proof of [{}, { password: 'a wrong one' }, { password: null }, { passkey: {} }]) {
        const refused = await site.send(method, `/api/admin/people${path}`, {
          token: site.token,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...body, ...proof }),
        });
        expect([path, proof, refused.status]).toEqual([path, proof, 422]);
      }
    }
    expect([await listPeople(site.site), await listInvitations(site.site)]).toEqual(before);
    expect(await site.sendMails()).toEqual([]);
    expect((await site.postJson('/api/admin/invitations/open', { token })).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('is answered alike for an account and for nobody, and set by the mailed link', async () => {
    const site = await makeSite();

    const other = unwrap(
      await signIn(site.site, unwrap(await addAdministrator(site.site, 'other@site.test'))),
    );
    const answers = [];
    for (const email of ['Editor@SITE.test', 'nobody@site.test']) {
      const answer = await site.postJson('/api/admin/password-resets', { email });
      answers.push([answer.status, await answer.text(), [...answer.headers.keys()].sort()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(204);
    const token = await mailedToken(site);
    const seen = { token: ` ${token.toUpperCase()} ` };
    const opened = await site.postJson('/api/admin/password-resets/open', seen);
    expect(await opened.json()).toEqual({ email: ADMINISTRATOR.email });
    expect((await site.get('/api/admin/stats', site.token)).status).toBe(200);
    const chosen = { token, password: PASSWORD };
    const redeem = () => site.postJson('/api/admin/password-resets/redeem', chosen);
    expect((await redeem()).status).toBe(200);
    expect((await site.get('/api/admin/stats', site.token)).status).toBe(401);
    expect((await redeem()).status).toBe(404);
    expect(await signIn(site.site, ADMINISTRATOR)).toMatchObject({ ok: false });
    unwrap(await signIn(site.site, { ...ADMINISTRATOR, password: PASSWORD }));
    const theirs = 'session' in other ? other.session.token : '';
    expect((await site.get('/api/admin/stats', theirs)).status).toBe(200);
  });

  it('is said to need the command line where no mail is sent', async () => {
    const app = await makeApp({ sendsMail: false });
    expect(await (await app.get('/api/admin/password-resets')).json()).toEqual({
      sendsMail: false,
    });
    const refused = await app.postJson('/api/admin/password-resets', { email: 'a@site.test' });
    expect([refused.status, await detailIn(refused)]).toEqual([
      409,
      expect.stringContaining('npm run admin'),
    ]);
    expect(await app.sendMails()).toEqual([]);
  });
});
