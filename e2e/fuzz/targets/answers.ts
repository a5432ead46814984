import assert from 'node:assert/strict';
import fc from 'fast-check';
import { creditFacts, payingCredits } from '../../../src/core/balances/credits.ts';
import {
  parseApps,
  parseHealth,
  parseReceipt,
  parseSubmission,
  parseSubmissions,
  parseTokenMap,
  parseTokens,
  parseUser,
  submissionsReader,
} from '../../../src/core/service/answers.ts';
import { tokenOfPurse } from '../../../src/core/service/endpoints/get-balances.ts';
import { saysRegistered } from '../../../src/core/service/endpoints/request-funds.ts';
import { parseErrorBody, saysError } from '../../../src/core/service/statements.ts';
import type { SubmissionRecord } from '../../../src/shared/records.ts';
import { inPieces, mutated } from '../mutations.ts';
import * as shapes from '../service-shapes.ts';
import { target } from '../target.ts';

const hex = /^0x(?:[0-9a-f]{2})+$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;

/** Asserts the properties of a record that all other code relies on. */
function checkRecord(record: SubmissionRecord): void {
  const { extra, phase, ...fields } = record;
  for (const [name, value] of Object.entries(fields)) {
    assert(value === null || typeof value === 'string', `${name} is ${typeof value}`);
  }
  assert(record.id !== '');
  for (const value of [record.blockHash, record.dataHash, record.txHash]) assert(value === null || hex.test(value));
  if (record.createdAt !== null) {
    assert.match(record.createdAt, instant);
    assert(!Number.isNaN(Date.parse(record.createdAt)));
  }
  assert(['pending', 'in-block', 'failed'].includes(phase));
  assert.equal(Object.getPrototypeOf(extra), Object.prototype);
  for (const value of Object.values(extra)) JSON.parse(value);
}

const submission = target({
  name: 'submission',
  input: fc.oneof(mutated(shapes.submissionJson), mutated(shapes.creditRecordJson), shapes.anyAnswer),
  run: (body) => {
    const record = parseSubmission(body);
    if (record !== null) checkRecord(record);
    return record;
  },
});

const submissions = target({
  name: 'submissions',
  input: fc.oneof(mutated(shapes.submissionsJson), shapes.anyAnswer),
  run: (body) => {
    const records = parseSubmissions(body);
    for (const record of records ?? []) checkRecord(record);
    return records;
  },
});

const submissionsInPieces = target({
  name: 'submissions-in-pieces',
  input: fc.record({
    list: inPieces(mutated(shapes.submissionsJson)),
    atOnce: fc.constantFrom(1, 2, 8, 64, 300, 1024, 8192),
  }),
  run: ({ list: { bytes, borders }, atOnce }) => {
    const reader = submissionsReader(atOnce);
    let start = 0;
    // Reuses one buffer for all pieces, because the reader must have copied what it needs.
    const piece = Buffer.alloc(bytes.length);
    for (const end of [...borders, bytes.length]) {
      piece.fill(0);
      const length = bytes.copy(piece, 0, start, end);
      reader.push(piece.subarray(0, length));
      start = end;
    }
    const read = reader.end();
    assert.deepEqual(read, parseSubmissions(bytes.toString('utf8')));
    return read;
  },
});

const tokens = target({
  name: 'tokens',
  input: fc.oneof(mutated(shapes.tokensJson), shapes.anyAnswer),
  run: (body) => {
    const records = parseTokens(body);
    for (const { tokenBalance, tokenDetailsId, tokenAddress, userId } of records ?? []) {
      assert.match(tokenBalance, /^-?(?:0|[1-9]\d*)$/);
      assert.equal(typeof tokenDetailsId, 'string');
      assert.equal(typeof tokenAddress, 'string');
      assert(userId === null || typeof userId === 'string');
    }
    return records;
  },
});

const tokenMap = target({
  name: 'token-map',
  input: fc.oneof(mutated(shapes.tokenMapJson), shapes.anyAnswer),
  run: (body) => {
    const names = parseTokenMap(body);
    for (const { name, tokenAddress, decimals, chainId } of names ?? []) {
      assert(chainId === undefined || /^\d+$/.test(chainId));
      assert.equal(typeof name, 'string');
      assert.match(tokenAddress, hex);
      assert(decimals === null || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 36));
    }
    return names;
  },
});

const credits = target({
  name: 'credits',
  input: fc.oneof(mutated(shapes.creditsJson), shapes.anyAnswer),
  run: (body) => {
    const [user, apps] = [parseUser(body), parseApps(body)];
    const tokens = [user, ...(apps ?? [])].flatMap((purse) => (purse === null ? [] : tokenOfPurse(purse)));
    for (const token of tokens) {
      assert.match(token.tokenBalance, /^-?(?:0|[1-9]\d*)$/);
      assert(creditFacts(token) !== null);
    }
    return [user, apps, payingCredits(tokens, null)];
  },
});

const shortAnswers = target({
  name: 'short-answers',
  input: fc.oneof(mutated(shapes.receiptJson), mutated(shapes.errorJson), shapes.anyAnswer),
  run: (body) => {
    const id = parseReceipt(body);
    assert(id === null || (id !== '' && id === id.trim()));
    const words = parseErrorBody(body);
    assert(words === null || words === words.trim());
    const health = parseHealth(body);
    assert(health === null || typeof health.status === 'string');
    return [id, words, health, saysError(body), saysRegistered(body)];
  },
});

export const answerTargets = [submission, submissions, submissionsInPieces, tokens, tokenMap, credits, shortAnswers];
