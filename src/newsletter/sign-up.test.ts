import { describe, expect, test } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { createPost } from '../../test/save-posts.ts';
import type { Mail } from '../mail/mail.ts';

import { postInputSchema } from '../posts/post-input.ts';
import * as sending from './sending.ts';
import * as signUps from './sign-up.ts';
import * as subscribers from './subscribers.ts';
import * as subscription from './subscription.ts';

const MINUTE_MS = 60_000;

/** The token of the link in a mail. */
function tokenIn({ text }: Mail): string {
  return /\?token=([\w.-]+)/.exec(text)?.[1] ?? '';
}

async function makeLive(options: Parameters<typeof makeApp>[0] = {}) {
  const { site, ...app } = await makeApp({ liveForms: true, ...options });
  return {
    ...app,
    ...boundTo(site, { ...sending, ...signUps, ...subscribers, ...subscription }),
    posts: boundTo(site, { createPost }),
  };
}

type Live = Awaited<ReturnType<typeof makeLive>>;

async function signUp(app: Live, email: string): Promise<string> {
  await app.signUp({ email, subject: '' }, null);
  const [mail] = await app.sendMails();
  if (mail === undefined) throw new Error('No mail was sent');
  return tokenIn(mail);
}

const stateOf = async (app: Live) => {
  const { page } = await app.listSubscribers({ limit: 10 });
  return page.map(({ email, state }) => ({ email, state }));
};

/** Reads the token of the one subscriber from a letter. */
async function leavingTokenOf(app: Live): Promise<string> {
  await app.signIn();
  const news = postInputSchema.parse({ title: 'News', slug: 'news', content: 'News.' });
  const created = await app.posts.createPost(news);
  if (!created.ok) throw new Error('The post was refused');
  await app.sendIssue('news', { again: true, by: 'editor@site.test' });
  const [letter] = await app.sendMails();
  return (
    /unsubscribe\?token=([\w.-]+)/.exec(letter?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  );
}

describeEachEngine('subscriptions', (_, { engine, makeMigrated }) => {
  async function makeInstances() {
    const open = await makeMigrated();
    const own = open();
    // Instances share PostgreSQL alone.
    const dbs = engine === 'sqlite' ? [own, own, own] : [own, open(), open()];
    return Promise.all(dbs.map((db) => makeLive({ db })));
  }

  test('is one subscription, however many instances are asked at once', async () => {
    const apps = await makeInstances();
    const [app] = apps as [Live, ...Live[]];
    const spellings = ['reader@lab.test', 'READER@lab.test'];
    await Promise.all(
      apps.flatMap((each) => spellings.map((email) => each.signUp({ email, subject: '' }, null))),
    );
    expect(await stateOf(app)).toEqual([{ email: 'reader@lab.test', state: 'pending' }]);
  });

  test('who leaves stays gone and forgotten, whatever else happens at that moment', async () => {
    const apps = await makeInstances();
    const [app] = apps as [Live, ...Live[]];
    const confirmation = await signUp(app, 'reader@lab.test');
    await app.confirmSubscription(confirmation);
    const leaving = await leavingTokenOf(app);
    for (let round = 0; round < 4; round++) {
      await app.db.query
        .updateTable('subscribers')
        .set({ state: round % 2 === 0 ? 'pending' : 'confirmed', email: 'reader@lab.test' })
        .execute();
      await Promise.all(
        apps.flatMap((each) => [
          each.confirmSubscription(confirmation),
          each.unsubscribe(leaving),
          each.sendIssue('news', { again: true, by: 'editor@site.test' }),
        ]),
      );
      expect([round, await stateOf(app)]).toEqual([
        round,
        [{ email: null, state: 'unsubscribed' }],
      ]);
      expect([round, await app.sendMails()]).toEqual([round, []]);
      const mails = await app.db.query.selectFrom('outbox').select('recipient').execute();
      expect([round, mails.filter(({ recipient }) => recipient !== '')]).toEqual([round, []]);
    }
  });
});

describe('signing up for the newsletter', () => {
  test('subscribes nobody who has not pressed the button behind the mailed link', async () => {
    const app = await makeLive();
    const token = await signUp(app, 'Reader@Lab.test');
    expect(await app.findConfirmation(token)).toBe('open');
    expect(await app.findConfirmation(token)).toBe('open');
    expect(await stateOf(app)).toEqual([{ email: 'reader@lab.test', state: 'pending' }]);
    expect(await app.confirmSubscription(token)).toBe('confirmed');
    expect(await app.confirmSubscription(token)).toBe('confirmed');
    const confirmed = [{ email: 'reader@lab.test', state: 'confirmed' }];
    expect(await stateOf(app)).toEqual(confirmed);
    // Who signs up again gets no mail.
    app.clock.advanceDays(1);
    await app.signUp({ email: 'reader@lab.test', subject: '' }, null);
    expect(await app.sendMails()).toEqual([]);
    expect(await stateOf(app)).toEqual(confirmed);
    expect(app.errors).toEqual([]);
  });

  test('mails one mailbox once in a quarter of an hour and three times a day, from any network, whatever its tags', async () => {
    const app = await makeLive();
    const mailed: number[] = [];
    let present = 0;
    for (const minute of [0, 1, 14, 15, 29, 30, 45, 600, 1_439]) {
      app.clock.advance((minute - present) * MINUTE_MS);
      present = minute;
      const spellings = ['reader@lab.test', 'READER@lab.test', `reader+${minute}@lab.test`];
      await Promise.all(
        spellings.map((spelling) => app.signUp({ email: spelling, subject: '' }, null)),
      );
      mailed.push(...(await app.sendMails()).map(() => minute));
    }
    expect(mailed).toEqual([0, 15, 30]);
    // A quarter of an hour after the last attempt, and a day after the first.
    app.clock.advance(16 * MINUTE_MS);
    await app.signUp({ email: 'reader@lab.test', subject: '' }, null);
    expect(await app.sendMails()).toHaveLength(1);
  });

  test('a link works for seven days, then says so, and opens nothing when it was changed in one place', async () => {
    const app = await makeLive();
    const token = await signUp(app, 'reader@lab.test');
    app.clock.advanceDays(7);
    app.clock.advance(-1);
    expect(await app.findConfirmation(token)).toBe('open');
    app.clock.advance(1);
    expect(await app.findConfirmation(token)).toBe('expired');
    expect(await app.confirmSubscription(token)).toBe('expired');
    expect(await stateOf(app)).toEqual([{ email: 'reader@lab.test', state: 'pending' }]);
    const another = await signUp(app, 'reader@lab.test');
    expect(await app.confirmSubscription(another)).toBe('confirmed');
    expect(await app.findConfirmation(token)).toBe('confirmed');
    const changed = Array.from(token, (digit, at) => {
      const other = digit === '1' ? '2' : '1';
      return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    });
    const strangers = ['', 'x', token.slice(0, -1), `${token}0`, ...changed];
    for (const stranger of strangers) {
      expect(await app.confirmSubscription(stranger)).toBe('unknown');
      expect(await app.unsubscribe(stranger)).toBe('unknown');
    }
    expect(await app.unsubscribe(token)).toBe('unknown');
    expect(await app.findConfirmation(token.toUpperCase())).toBe('confirmed');
  });

  test('erases the email of a former subscriber, who may sign up again or unsubscribe twice', async () => {
    const app = await makeLive();
    const confirmation = await signUp(app, 'reader@lab.test');
    await app.confirmSubscription(confirmation);
    const [{ id } = { id: '' }] = (await app.listSubscribers({ limit: 1 })).page;
    const token = await leavingTokenOf(app);
    expect(await app.findUnsubscription(token)).toBe('open');
    expect(await app.unsubscribe(token)).toBe('unsubscribed');
    expect(await app.unsubscribe(token)).toBe('unsubscribed');
    expect(await app.findUnsubscription(token)).toBe('unsubscribed');
    expect(await stateOf(app)).toEqual([{ email: null, state: 'unsubscribed' }]);
    const rows = await app.db.query.selectFrom('subscribers').selectAll().execute();
    const mails = await app.db.query.selectFrom('outbox').selectAll().execute();
    expect(JSON.stringify([rows, mails])).not.toContain('reader');
    expect(await app.confirmSubscription(confirmation)).toBe('expired');

    app.clock.advanceDays(1);
    await app.confirmSubscription(await signUp(app, 'reader@lab.test'));
    expect((await app.listSubscribers({ limit: 1 })).page[0]?.id).toBe(id);
    expect(await stateOf(app)).toEqual([{ email: 'reader@lab.test', state: 'confirmed' }]);
    expect(await app.unsubscribe(token)).toBe('unsubscribed');
  });

  test('is refused to a network that tries too often, and to no other', async () => {
    const app = await makeLive();
    const attempt = async (number: number, address: string) => {
      const taken = await app.signUp({ email: `r${number}@lab.test`, subject: '' }, address);
      return taken.ok ? 'taken' : taken.failure.kind;
    };
    const outcomes: string[] = [];
    for (let number = 0; number < 40; number++) {
      outcomes.push(await attempt(number, `203.0.113.${number}`));
    }
    expect(outcomes.slice(0, 30)).not.toContain('too-many');
    expect(outcomes.slice(30)).toEqual(Array.from({ length: 10 }, () => 'too-many'));
    expect(await attempt(40, '203.0.114.1')).toBe('taken');
    expect(await app.subscriberCounts()).toMatchObject({ pending: 31 });
  });

  test('stores nothing of suspected bots, and sends no confirmation that nobody needs any more', async () => {
    const app = await makeLive();
    const taken = await app.signUp({ email: 'victim@lab.test', subject: 'Cheap' }, null);
    expect(taken.ok).toBe(true);
    expect(await app.subscriberCounts()).toMatchObject({ pending: 0 });
    await app.signUp({ email: 'reader@lab.test', subject: '' }, null);
    const [subscriber] = (await app.listSubscribers({ limit: 1 })).page;
    await app.removeSubscriber(subscriber?.id ?? '', { by: 'editor@site.test' });
    expect(await app.sendMails()).toEqual([]);
    expect(app.errors).toEqual([]);
  });

  test('records an email that a mail server does not know, and lets it try again', async () => {
    let answer: 'refused' | 'accepted' = 'refused';
    const app = await makeLive({
      deliver: async () => ({
        kind: answer,
        answer: '550 5.1.1 No such user',
        noSuchMailbox: true,
      }),
    });
    await app.signUp({ email: 'typo@lab.test', subject: '' }, null);
    await app.sendMails();
    expect((await app.listSubscribers({ limit: 1 })).page).toMatchObject([
      { state: 'bounced', answer: '550 5.1.1 No such user', email: 'typo@lab.test' },
    ]);
    answer = 'accepted';
    app.clock.advanceDays(1);
    expect(await app.confirmSubscription(await signUp(app, 'typo@lab.test'))).toBe('confirmed');
  });
});
