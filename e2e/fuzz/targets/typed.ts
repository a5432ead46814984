import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isOfSameUser, jwtExpiry, LONGEST_SECRET, readSecret } from '../../../src/core/accounts/credential.ts';
import { endpointUrl, pathForms, signIn } from '../../../src/core/service/connection.ts';
import { linkAmong, readLink } from '../../../src/main/start/links.ts';
import { keysOfEntry, readLookupText } from '../../../src/renderer/features/lookup/lookup-text.ts';
import { parseTypedDate } from '../../../src/renderer/features/lookup/typed-dates.ts';
import { originOf, readAddress } from '../../../src/shared/addresses.ts';
import { calls } from '../../../src/shared/bridge/bridge.ts';
import { failureMessage } from '../../../src/shared/messages/failures/failure-message.ts';
import { formatInstant, parseServiceTime, ticketTime } from '../../../src/shared/time.ts';
import { hostileText, nasty } from '../hostile-text.ts';
import { mutated } from '../mutations.ts';
import { anyJson, hash } from '../service-shapes.ts';
import { target } from '../target.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const jwtText = fc
  .tuple(
    fc.oneof(anyJson, fc.constant('{"alg":"HS256"}')),
    fc.oneof(
      anyJson,
      fc.tuple(fc.oneof(fc.nat(), fc.double()), fc.uuid()).map(([exp, sub]) => `{"exp":${exp},"sub":"${sub}"}`),
    ),
  )
  .map(([head, claims]) => `${base64url(head)}.${base64url(claims)}.${base64url(head)}`);

const jwt = target({
  name: 'jwt',
  input: fc.tuple(fc.oneof(mutated(jwtText), hostileText), jwtText),
  run: ([token, other]) => {
    const expiry = jwtExpiry(token);
    if (expiry !== null) assert.equal(new Date(expiry).toISOString(), expiry);
    const same = isOfSameUser(token, other);
    assert.equal(isOfSameUser(other, token), same);
    return [expiry, same];
  },
});

const secret = target({
  name: 'secret-text',
  input: fc.record({
    kind: fc.constantFrom('api-key' as const, 'access-token' as const),
    pasted: fc.oneof(
      mutated(fc.oneof(jwtText, fc.base64String({ minLength: 8 })).map((value) => `Authorization: Bearer ${value}`)),
      hostileText,
    ),
  }),
  run: async ({ kind, pasted }) => {
    const read = readSecret(kind, pasted);
    if (!read.ok) {
      const message = failureMessage(read.error);
      assert(message.length < 300);
      return message;
    }
    assert(read.value.length > 0 && read.value.length <= LONGEST_SECRET);
    assert.match(read.value, /^[\x20-\x7e]+$/);
    // A secret that was accepted on paste can be sent.
    const credentials = {
      apiKey: null,
      accessToken: null,
      [kind === 'api-key' ? 'apiKey' : 'accessToken']: read.value,
    };
    const connection = { baseUrl: '', submitBaseUrl: null, credentials: async () => credentials };
    const by = await signIn(connection, kind);
    assert('headers' in by, 'what was taken when it was pasted cannot be sent');
    new Headers(by.headers);
    assert(!by.scrub(`before ${read.value} after`).includes(read.value));
    return read.value;
  },
});

const addresses = target({
  name: 'addresses',
  input: fc.tuple(
    fc.oneof(
      mutated(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.constantFrom('https://service.example/v1', '<http://localhost:8000/core-api>', '127.0.0.1:80'),
        ),
      ),
      hostileText,
    ),
    nasty,
  ),
  run: ([text, submissionId]) => {
    const read = readAddress(text);
    originOf(text);
    if (!read.ok) return read;
    assert.deepEqual(readAddress(read.address), read);
    const url = URL.parse(read.address);
    assert(url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '');
    assert(['http:', 'https:'].includes(url.protocol));
    const connection = {
      baseUrl: read.address,
      submitBaseUrl: null,
      credentials: async () => ({ apiKey: null, accessToken: null }),
    };
    for (const path of pathForms(read.address, ['/v1/get_submission_info', '/user/get_all_tokens'])) {
      const target = endpointUrl(connection, 'access-token', path, { submission_id: submissionId });
      assert(target !== null && target.origin === originOf(read.address));
      assert(target.pathname.endsWith(path));
      assert.equal(target.searchParams.get('submission_id'), submissionId.toWellFormed());
    }
    return read;
  },
});

const links = target({
  name: 'links',
  input: fc.tuple(
    fc.oneof(mutated(fc.uuid().map((id) => `dropslip://submission/${id}`)), hostileText),
    fc.array(hostileText, { maxLength: 3 }),
  ),
  run: ([link, more]) => {
    const read = readLink(link);
    if (read.kind === 'open-submission') {
      assert.match(read.submissionId, uuid);
      assert.match(link, /^dropslip:\/\/submission\/[0-9a-f-]{36}\/?$/i);
    }
    return [read, linkAmong(['dropslip', ...more, link])];
  },
});

const now = Date.parse('2026-05-03T12:00:00Z');
const locales = fc.constantFrom(
  undefined,
  'en',
  'en-GB',
  'de',
  'fr',
  'ja',
  'ar',
  'fa',
  'th',
  'tr',
  'zh-TW',
  'sv',
  'pt-BR',
);
const pastedLine = fc.oneof(
  fc.uuid(),
  hash,
  fc.uuid().map((id) => id.slice(3, 20)),
  fc.uuid().map((id) => id.replaceAll('-', '').toUpperCase()),
  fc.constantFrom('holiday.jpg', '2026-05-03', '> quoted', 'id;hash'),
);

const lookup = target({
  name: 'lookup-text',
  input: fc.record({
    text: fc.oneof(
      mutated(
        fc
          .array(pastedLine, { maxLength: 30 })
          .chain((lines) => fc.constantFrom('\n', '\r\n', ' ', ',', '-\n> ').map((between) => lines.join(between))),
      ),
      hostileText,
    ),
    locale: locales,
  }),
  run: ({ text, locale }) => {
    const read = readLookupText(text, locale, now);
    if (read.kind === 'one') {
      // Main accepts the keys of any typed text.
      assert(calls['lookup.search'].input.safeParse(read.keys).success, JSON.stringify(read.keys));
      const { days } = read.keys;
      assert(days === null || days.from < days.until);
    }
    if (read.kind === 'list') {
      for (const entry of read.entries) {
        const { content, line, key, text: shown } = entry;
        assert(key.length <= 64);
        assert(calls['lookup.search'].input.safeParse(keysOfEntry(entry, locale, now)).success, shown);
        assert(line >= 1 && shown.length <= 121);
        if (content.kind === 'id') assert.match(content.id, uuid);
        if (content.kind === 'hash') assert.match(content.hex, /^[0-9a-f]{64}$/);
      }
    }
    return read;
  },
});

const times = target({
  name: 'times',
  input: fc.record({
    time: fc.oneof(
      mutated(fc.constantFrom('2026-05-03T12:05:00', '2026-05-03 12:05:00.123456+02:00', '2024-02-29T23:59:59Z')),
      hostileText,
    ),
    typed: fc.oneof(
      mutated(fc.constantFrom('3.5.2026', '5/3/26', '3 May 2026', '2026-05', 'gestern', '3. Mai', '29 Feb')),
      hostileText,
    ),
    locale: locales,
    zone: fc.constantFrom(undefined, 'UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'),
  }),
  run: ({ time, typed, locale, zone }) => {
    const read = parseServiceTime(time);
    if (read !== null) {
      assert.match(read, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/);
      assert.equal(parseServiceTime(read), read);
      assert(!Number.isNaN(Date.parse(read)));
    }
    const days = parseTypedDate(typed, locale, now);
    if (days !== null) assert(days.from < days.until);
    return [read, days, formatInstant(read ?? time, locale, zone), ticketTime(read ?? time, zone)];
  },
});

export const typedTargets = [jwt, secret, addresses, links, lookup, times];
