import assert from 'node:assert/strict';
import fc from 'fast-check';
import { printableReceipt, printedPage } from '../../../src/core/receipts/printable-receipt.ts';
import {
  canonicalJson,
  makeReceipt,
  readReceiptBytes,
  receiptText,
  sealOf,
} from '../../../src/core/receipts/receipt.ts';
import { judge } from '../../../src/core/receipts/verdicts.ts';
import { parseSubmission } from '../../../src/core/service/answers.ts';
import type { Account } from '../../../src/shared/bridge/accounts.ts';
import { type Receipt, vouchedChecks } from '../../../src/shared/bridge/receipts.ts';
import { failureMessage } from '../../../src/shared/messages/failures/failure-message.ts';
import { hostileText, shortText } from '../hostile-text.ts';
import { mutated } from '../mutations.ts';
import { anyJson, submissionJson } from '../service-shapes.ts';
import { target } from '../target.ts';

const instant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const digest = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

const accountOf = (name: string, kind: Account['kind']): Account => ({
  ...{ id: 'a', kind, name, colour: 'teal', address: 'https://service.example', submitAddress: null },
  ...{ submitBy: { variant: 'api-key' }, nodeAddress: null, appId: null, serviceKind: null, trouble: null },
  credentials: { apiKey: null, accessToken: null },
  place: { kind: 'keychain' },
});

/** Receipts that Dropslip makes from records in parsed answers. */
export const receipt: fc.Arbitrary<Receipt> = fc
  .record({
    answer: mutated(submissionJson),
    name: hostileText,
    account: shortText,
    kind: fc.constantFrom('practice' as const, 'service' as const),
    submissionId: fc.oneof(fc.uuid(), shortText),
    size: orNull(fc.maxSafeNat()),
    digests: fc.record({ keccak256: orNull(digest), blake2b256: orNull(digest), sha256: orNull(digest) }),
    times: fc.tuple(instant, orNull(instant), orNull(instant), instant),
    vouched: orNull(fc.record({ at: instant, check: fc.constantFrom(...vouchedChecks) })),
  })
  .map(({ answer, name, account, kind, submissionId, size, digests, times, vouched }) => {
    const [addedAt, submittedAt, seenConfirmedAt, issuedAt] = times;
    const item = { name, size, digests, addedAt, submittedAt, seenConfirmedAt, vouched, composition: null };
    const kept = { accountId: 'a', submissionId, item, record: parseSubmission(answer) };
    const made = makeReceipt(kept, accountOf(account, kind), { appVersion: '0.1.0', issuedAt }, null);
    assert(made.ok);
    return made.value;
  });

const written = target({
  name: 'receipts-written',
  input: fc.array(receipt, { minLength: 1, maxLength: 3 }),
  run: (receipts) => {
    const read = readReceiptBytes(Buffer.from(receiptText(receipts)));
    assert(read.ok, 'What Dropslip wrote it does not read.');
    assert.deepEqual(read.value, JSON.parse(JSON.stringify(receipts)));
    return read;
  },
});

const changed = target({
  name: 'receipts-changed',
  input: receipt.chain((one) => fc.tuple(fc.constant(one), mutated(fc.constant(receiptText([one]))))),
  run: ([one, text]) => {
    const read = readReceiptBytes(Buffer.from(text));
    if (!read.ok) {
      assert.match(failureMessage(read.error), /\.$/);
      return read.error.code;
    }
    const own = canonicalJson(JSON.parse(JSON.stringify(one)));
    for (const value of read.value) assert.equal(canonicalJson(value), own, 'A changed receipt was accepted.');
    return read.value.length;
  },
});

const anyText = target({
  name: 'receipts-any-text',
  input: fc.oneof(
    hostileText,
    mutated(anyJson),
    // Valid seals around arbitrary content.
    fc
      .tuple(receipt, fc.constantFrom('account', 'file', 'record', 'submission', 'more', 'issuedAt'), fc.json())
      .map(([one, name, json]) => {
        const unsealed: unknown = JSON.parse(`${JSON.stringify(one).slice(0, -1)},${JSON.stringify(name)}:${json}}`);
        return JSON.stringify({ ...Object(unsealed), seal: sealOf(Object(unsealed)) });
      }),
  ),
  run: (text) => {
    const read = readReceiptBytes(Buffer.from(text));
    if (!read.ok) return read.error.code;
    for (const value of read.value) {
      assert.equal(sealOf(value), value.seal);
      printableReceipt(value, { sizes: 'decimal', cost: null, timeZone: 'UTC' });
      judge({ size: 1, digests: zeros }, { size: value.file.size, digests: value.file, record: value.record });
    }
    return read.value;
  },
});

const zero = `0x${'00'.repeat(32)}`;
const zeros = { keccak256: zero, blake2b256: zero, sha256: zero };

const verdict = target({
  name: 'verdict',
  input: fc.tuple(
    receipt,
    fc.record({ keccak256: digest, blake2b256: digest, sha256: digest }),
    fc.maxSafeNat(),
    fc.nat({ max: 15 }),
  ),
  run: ([{ file, record }, digests, size, taken]) => {
    // Some digests are equal to those of the receipt.
    const pick = (name: keyof typeof digests, bit: number): string =>
      taken & bit ? (file[name] ?? digests[name]) : digests[name];
    const facts = {
      size: taken & 8 ? (file.size ?? size) : size,
      digests: { keccak256: pick('keccak256', 1), blake2b256: pick('blake2b256', 2), sha256: pick('sha256', 4) },
    };
    const verdict = judge(facts, { size: file.size, digests: file, record });
    if (verdict.kind === 'same') {
      assert(verdict.by.length > 0);
      for (const name of verdict.by) {
        assert(facts.digests[name] === file[name] || facts.digests[name] === record?.dataHash);
      }
    }
    return verdict;
  },
});

const ownTags =
  /^<(?:!doctype html|html lang="en"|\/?(?:html|head|body|title|article|header|p|h1|h2|bdi|section|dl|div|dt|dd|footer|span|style)|meta charset="utf-8"|style nonce="__CSP_NONCE__"|p class="(?:brand|name)"|(?:dd|span) class="code")>$/;

const printable = target({
  name: 'printable-receipt',
  input: fc.tuple(receipt, fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns')),
  run: ([one, zone]) => {
    const page = printedPage(one.file.name, [printableReceipt(one, { sizes: 'binary', cost: null, timeZone: zone })]);
    for (const [tag] of page.matchAll(/<[^>]*>?/g)) assert.match(tag, ownTags);
    const style = page.slice(page.indexOf('</style>'));
    assert(!/&(?!amp;|lt;|gt;|quot;|#39;)/.test(style));
    assert.equal([...page.matchAll(/<style/g)].length, 1);
    return page;
  },
});

export const receiptTargets = [written, changed, anyText, verdict, printable];
