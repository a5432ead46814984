import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { RateLimiters } from '../service/index.ts';
import { answering, cleanUp } from '../service/scripted-server.fixture.ts';
import { accountId, closeRigs, openRig } from '../submissions/submissions.fixture.ts';
import { Asking } from './asking.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const LIMIT = { requests: 10, seconds: 600 } as const;

/** How many of twenty questions are asked in the background before the first waits, and whether a person then may. */
async function askMany(isSending: boolean): Promise<{ readonly asked: number; readonly personAnswered: boolean }> {
  const { service, nextId } = await openService();
  const limiters = new RateLimiters({ now: Date.now, monotonic: () => performance.now() });
  const asking = new Asking(
    () => ({
      rateLimiter: (family) => limiters.of(accountId, family),
      baseUrl: service.url,
      submitBaseUrl: null,
      credentials: async () => ({ apiKey: null, accessToken: service.accessToken }),
    }),
    () => isSending,
    Date.now,
  );
  const stop = new AbortController();
  let asked = 0;
  for (let number = 0; number < 20 && !stop.signal.aborted; number += 1) {
    const id = await nextId();
    const answer = await asking.ask(accountId, id, {
      urgency: 'background',
      signal: stop.signal,
      onWaiting: () => stop.abort(),
    });
    if (answer.ok) asked += 1;
  }
  const person = await asking.ask(accountId, randomUUID(), { urgency: 'user', signal: AbortSignal.timeout(30_000) });
  return { asked, personAnswered: !person.ok && person.error.code === 'not-found' };
}

/** Submits with the API key, whose requests are counted apart from those of the access token. */
async function openService(seconds: number = LIMIT.seconds) {
  const { service } = await openRig({ service: { rateLimit: { ...LIMIT, seconds } } });
  const ids: string[] = [];
  for (let number = 0; number < LIMIT.requests; number += 1) {
    const answer = await fetch(`${service.url}/v1/submit_raw_data`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/octet-stream' },
      body: `Letter ${number}`,
    });
    const receipt: unknown = await answer.json();
    if (typeof receipt === 'object' && receipt !== null && 'submission_id' in receipt) {
      ids.push(String(receipt.submission_id));
    }
  }
  return { service, nextId: async (): Promise<string> => ids.shift() ?? randomUUID() };
}

test('a service that says “now” each time is asked ever more rarely', async () => {
  let asked = 0;
  const { baseUrl } = await answering((_, response) => {
    asked += 1;
    response.writeHead(429, { 'retry-after': '0' }).end();
  });
  let time = Date.now();
  const waits: number[] = [];
  const stop = new AbortController();
  const limiters = new RateLimiters({ now: () => time, monotonic: () => time });
  const asking = new Asking(
    () => ({
      rateLimiter: (family) => limiters.of(accountId, family),
      baseUrl,
      submitBaseUrl: null,
      credentials: async () => ({ apiKey: null, accessToken: 'token' }),
    }),
    () => false,
    () => time,
  );
  await asking.ask(accountId, randomUUID(), {
    urgency: 'background',
    signal: stop.signal,
    onWaiting: (until) => {
      if (until === null) return;
      waits.push(until - time);
      if (waits.length === 4) stop.abort();
      // The wait itself is short: this clock is moved to its end.
      time = until;
    },
  });
  expect(waits.slice(2).every((ms) => ms >= 1_000)).toBe(true);
  expect(asked).toBe(4);
});

test('while files are sent, lists take half of what the service takes and leave the rest to the queue', async () => {
  expect(await askMany(true)).toEqual({ asked: 5, personAnswered: true });
});

test('while nothing is sent, lists leave a little room for a person’s own question', async () => {
  expect(await askMany(false)).toEqual({ asked: 8, personAnswered: true });
});

test.each([-86_400_000, 86_400_000])(
  'a pause that a service asks for is over in time although the clock is set by %i ms',
  async (jump) => {
    const { service, nextId } = await openService(1);
    let offset = 0;
    const limiters = new RateLimiters({ now: () => Date.now() + offset, monotonic: () => performance.now() });
    const asking = new Asking(
      () => ({
        rateLimiter: (family) => limiters.of(accountId, family),
        baseUrl: service.url,
        submitBaseUrl: null,
        credentials: async () => ({ apiKey: null, accessToken: service.accessToken }),
      }),
      () => false,
      () => Date.now() + offset,
    );
    const id = await nextId();
    const signal = AbortSignal.timeout(50_000);
    const answers = Array.from({ length: LIMIT.requests + 1 }, () =>
      asking.ask(accountId, id, {
        urgency: 'user',
        signal,
        // What was asked before is held by the clock of then.
        onWaiting: (until) => {
          if (until !== null) offset = jump;
        },
      }),
    );
    expect((await Promise.all(answers)).map(({ ok }) => ok)).not.toContain(false);
    // A further one, by the clock as it is now.
    expect((await asking.ask(accountId, id, { urgency: 'user', signal })).ok).toBe(true);
  },
);
