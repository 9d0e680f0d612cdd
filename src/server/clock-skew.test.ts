import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { unwrap } from '../../test/unwrap.ts';
import { postInputSchema } from '../posts/post-input.ts';

const { email, password } = ADMINISTRATOR;
const HOUR = 60 * 60 * 1000;

describeEachEngine('a clock that was ahead and is corrected', (makeDatabase) => {
  async function makeSite() {
    const site = await makeApp({ db: await makeDatabase(), liveForms: true });
    const { services, clock } = site;
    const start = clock.now().toISOString();
    await services.accounts.ensureAdministrator(ADMINISTRATOR);

    /** Issues tokens of every kind; returns a function that tells which of them are valid. */
    async function issueTokens() {
      const step = unwrap(await services.accounts.signIn(ADMINISTRATOR));
      const token = 'session' in step ? step.session.token : '';
      await services.posts.createPost(
        postInputSchema.parse({ title: 'A', slug: 'a', content: 'x', status: 'draft' }),
      );
      const link = unwrap(await services.posts.createPreviewLink('a', { by: email, days: 30 }));
      const letter = await services.newsletter.issuePreviewToken('a');
      await services.newsletter.signUp({ email: 'a@b.test' }, { ip: null, isSuspected: false });
      const mails = await site.sendMails();
      const confirmation = /\?token=([\w.-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
      return async () => ({
        session: (await services.accounts.findSession(token)) !== null,
        isListed: (await services.accounts.sessionsOf(email, token)).length > 0,
        previewLink: (await services.posts.openPreviewLink(link.token)) !== null,
        isLinkListed: ((await services.posts.previewLinksOf('a')) ?? []).length > 0,
        letter: (await services.newsletter.openIssuePreview(letter, {})) !== null,
        confirmation: (await services.newsletter.findConfirmation(confirmation)) === 'open',
      });
    }
    const correctClock = () => clock.set(start);
    return { ...site, issueTokens, correctClock };
  }

  const ALL = {
    session: true,
    isListed: true,
    previewLink: true,
    isLinkListed: true,
    letter: true,
    confirmation: true,
  };

  it('leaves nothing valid that was issued meanwhile', async () => {
    const { clock, issueTokens, correctClock } = await makeSite();
    clock.advanceDays(10);
    const validity = await issueTokens();
    expect(await validity()).toEqual(ALL);
    correctClock();
    const nothing = Object.fromEntries(Object.keys(ALL).map((key) => [key, false]));
    expect(await validity()).toEqual(nothing);
  });

  it('ends nothing that was issued by an instance whose clock is a little ahead', async () => {
    const { clock, issueTokens, correctClock } = await makeSite();
    clock.advance(30_000);
    const validity = await issueTokens();
    correctClock();
    expect(await validity()).toEqual(ALL);
  });

  it('lets nobody in by a ticket or a challenge of that time', async () => {
    const { services, clock, correctClock } = await makeSite();
    const passkey = makeSoftwarePasskey();
    const creation = unwrap(
      await services.accounts.startPasskeyRegistration(email, { password }, {}),
    );
    unwrap(
      await services.accounts.addPasskey(email, { name: 'Key', passkey: passkey.create(creation) }),
    );
    clock.advanceDays(1);
    const challenge = unwrap(await services.accounts.passkeyRequest());
    const { secret } = unwrap(await services.accounts.startAppEnrolment(email, { password }, {}));
    const step = unwrap(await services.accounts.signIn(ADMINISTRATOR));
    const ticket = 'secondStep' in step ? step.secondStep.ticket : '';
    correctClock();
    expect(await services.accounts.signInWithPasskey(passkey.answer(challenge))).toMatchObject({
      failure: { kind: 'unauthenticated' },
    });
    expect(await services.accounts.finishSignIn({ ticket, code: 'any' })).toMatchObject({
      failure: { kind: 'not-found' },
    });
    const timestamp = clock.now().getTime();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    expect(await services.accounts.confirmApp(email, code)).toMatchObject({
      failure: { kind: 'invalid' },
    });
  });

  it('does not keep a session from becoming idle that was used meanwhile', async () => {
    const { services, clock, correctClock } = await makeSite();
    const step = unwrap(await services.accounts.signIn(ADMINISTRATOR));
    const token = 'session' in step ? step.session.token : '';
    clock.advance(1.5 * HOUR);
    expect(await services.accounts.findSession(token)).not.toBeNull();
    correctClock();
    expect(await services.accounts.findSession(token)).not.toBeNull();
    clock.advance(2 * HOUR);
    expect(await services.accounts.findSession(token)).toBeNull();
  });
});
