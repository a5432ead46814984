import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { freePath } from '../../../src/core/file-names.ts';
import { readReceiptBytes, receiptText } from '../../../src/core/receipts/receipt.ts';
import { RecordSheet } from '../../../src/core/records/export.ts';
import { parseSubmission, parseSubmissions } from '../../../src/core/service/answers.ts';
import { submitRawData } from '../../../src/core/service/endpoints/submit-raw-data.ts';
import { get } from '../../../src/core/service/get.ts';
import { groupDigits, separatorsOf } from '../../../src/shared/amounts.ts';
import type { RecordRow } from '../../../src/shared/bridge/records.ts';
import { csvFormatOf } from '../../../src/shared/csv.ts';
import { nasty, shortText } from '../hostile-text.ts';
import type { Script } from '../raw-server.ts';
import { target } from '../target.ts';
import { receipt } from './receipts.ts';
import { accessToken, apiKey, connectionTo, limits, rawServer, smallFile } from './wire.ts';

/** Parsed text may be longer than its source (`1e20`), but not by much. */
const MOST_GROWTH = 30;

const grownNumbers = target({
  name: 'grown-numbers',
  input: fc.tuple(
    fc.constantFrom('1e', '1E+', '-9.99e-', '0.1e'),
    fc.nat({ max: 1_200 }),
    fc.integer({ min: 1, max: 3_000 }),
  ),
  run: ([number, power, times]) => {
    const body = `[{"id":"a","fees":${number}${power},"list":[${Array(times).fill(`${number}${power}`).join(',')}]}]`;
    const text = JSON.stringify(parseSubmissions(body));
    assert(text.length < MOST_GROWTH * body.length, `${body.length} characters became ${text.length}`);
    return text.length;
  },
});

const doubledMembers = target({
  name: 'doubled-members',
  input: fc.tuple(receipt, fc.nat()),
  run: ([one, pick]) => {
    const text = receiptText([one]);
    const members = [...text.matchAll(/"\w+": (?:"[^"\\]*"|null|\d+)(?=,?\n)/g)];
    const member = members[pick % members.length];
    assert(member !== undefined);
    const [copy] = member;
    const read = readReceiptBytes(Buffer.from(`${text.slice(0, member.index)}${copy},${text.slice(member.index)}`));
    assert(!read.ok, 'A receipt that says a thing twice was accepted.');
    return read.error.code;
  },
});

const words = fc.array(fc.oneof(nasty, fc.constantFrom(';', '\t', '=', '+', '-', '@', 'x', ',', '"', '\n')), {
  maxLength: 6,
});

const otherSheets = target({
  name: 'other-sheets',
  input: fc.tuple(words, words, words).map((cells) => cells.map((parts) => parts.join(''))),
  run: ([name = '', error = '', user = '']) => {
    const row: RecordRow = {
      ...{
        key: 'a',
        id: 'a',
        time: null,
        phase: 'failed',
        fees: null,
        token: null,
        tokenDetailsId: null,
        decimals: null,
      },
      ...{ amountData: null, size: null, dataHash: null, blockHash: null, txHash: null, index: null, address: null },
      ...{ file: { name, folder: null }, error, user, doubled: false },
    };
    const text = new RecordSheet(['error', 'user'], 'UTC', csvFormatOf('en')).rows([row]);
    for (const delimiter of [',', ';', '\t']) {
      const { data } = Papa.parse<string[]>(text, { delimiter });
      for (const cell of data.flat()) {
        // A plain number is not a formula.
        if (!/^-\d+(?:\.\d+)?$/.test(cell)) assert.doesNotMatch(cell, /^\s*[=+\-@]/, JSON.stringify([delimiter, text]));
      }
    }
    return text;
  },
});

const noFolder = join(tmpdir(), 'dropslip-fuzz-no-such-folder');

const savedNames = target({
  name: 'saved-names',
  input: fc.oneof(
    words,
    fc.array(fc.oneof(fc.constantFrom('CON', 'nul', 'COM1', '.', ' ', 'txt', ':', '\u202e'), shortText), {
      maxLength: 4,
    }),
  ),
  run: (parts) => {
    const name = basename(freePath(noFolder, parts.join('')).path);
    assert.doesNotMatch(name, /[<>:"|?*\\/\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
    assert.doesNotMatch(name, /[. ]$/);
    return name;
  },
});

const longDigits = target({
  name: 'long-digits',
  few: 10,
  input: fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom('en', 'hi', 'de-CH', 'ar')),
  run: ([length, locale]) => groupDigits('7'.repeat(length), separatorsOf(locale)).length,
});

const secrets = [apiKey, accessToken];
const formsOf = (secret: string): readonly string[] => [
  ...[secret, Buffer.from(secret).toString('hex')],
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];
const form = fc.constantFrom(...secrets.flatMap(formsOf));
const echo = fc
  .tuple(
    fc.constantFrom('200 OK', '400 Bad Request', '401 Unauthorized', '500 Internal Server Error'),
    fc.constantFrom('id', 'submission_id', 'user_id', 'to_address', 'error', 'message', 'amount_data', 'extra'),
    fc.tuple(fc.constantFrom('', 'no: ', 'x'.repeat(190)), form).map((parts) => parts.join('')),
  )
  .map(([status, name, value]) => {
    const body = JSON.stringify({ id: 'a', submission_id: 'a', [name]: value });
    return answering(status, body);
  });

function answering(status: string, body: string): Script {
  // Closes the connection explicitly, so that the next request does not use one that is about to end.
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}`;
  const text = `${head}\r\n\r\n${body}`;
  return { pieces: [Buffer.from(text)], after: 'body', end: 'end' };
}

const hooks = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  beforeLastBytes: async () => undefined,
  mayResend: async () => true,
};

async function outcomesOf(script: Script): Promise<readonly unknown[]> {
  const { baseUrl, play } = await rawServer();
  const { path, forget } = play(script);
  const connection = connectionTo(baseUrl + path);
  const read = await get(connection, {
    ...{ family: 'access-token', signedIn: true, path: '/user/get_submission_info', timeoutMs: 5_000 },
    answerBytes: limits.answerBytes,
    read: ({ body }) => parseSubmission(body.toString('utf8')),
  });
  const sent = await submitRawData(connection, await smallFile(), { variant: 'api-key' }, hooks, limits);
  forget();
  return [read, sent];
}

const echoedSecrets = target({
  name: 'echoed-secrets',
  variable: true,
  input: echo,
  run: async (script) => {
    const told = JSON.stringify(await outcomesOf(script));
    for (const text of secrets.flatMap(formsOf)) assert(!told.includes(text), `${text} is told: ${told}`);
  },
});

const longIds = target({
  name: 'long-ids',
  variable: true,
  input: fc.integer({ min: 150, max: 60_000 }),
  run: async (length) => {
    const [, sent] = await outcomesOf(answering('200 OK', JSON.stringify({ submission_id: 'a'.repeat(length) })));
    const kind: unknown = Reflect.get(Object(sent), 'kind');
    assert.equal(kind, length > 200 ? 'unknown' : 'accepted', JSON.stringify(sent));
  },
});

export const limitTargets = [grownNumbers, doubledMembers, otherSheets, savedNames, longDigits, echoedSecrets, longIds];
