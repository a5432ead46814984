import { expect, test } from 'vitest';
import type { SubmissionDetails } from '../../../shared/bridge/submissions.ts';
import type { FailureValues } from '../../../shared/failures/failure-codes.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Part } from '../../../shared/submissions/parts.ts';
import {
  type CannotTell,
  type Check,
  cannotTellCodes,
  type SubmissionState,
} from '../../../shared/submissions/submission-state.ts';
import {
  attemptWords,
  cannotTellReason,
  detailSections,
  detailsAsText,
  explanation,
  partFacts,
  partsExplanation,
  partTitle,
  stillToCome,
  technicalSections,
  whyInParts,
} from './detail-words.ts';
import { partsOf } from './parts.fixture.ts';

const record: SubmissionRecord = {
  id: 'b7e1',
  userId: null,
  tokenDetailsId: '3',
  extrinsicIndex: '0',
  amountData: '2.31 KB',
  fees: '123456789012345678901234567890',
  toAddress: '0xa1',
  blockHash: '0xb2',
  dataHash: '0xc3',
  txHash: '0xd4',
  createdAt: '2026-01-12T10:20:30Z',
  phase: 'in-block',
  error: null,
  extra: { block_number: '1203344' },
};

const details: SubmissionDetails = {
  submission: {
    id: 1,
    accountId: 'practice',
    name: 'report.pdf',
    folder: null,
    size: 2365,
    addedAt: '2026-01-12T10:20:00Z',
    state: { kind: 'confirmed', submissionId: 'b7e1', at: '2026-01-12T10:21:00Z' },
    cost: null,
    wish: null,
    content: 'file',
    files: null,
    parts: null,
  },
  path: '/documents/report.pdf',
  keccak256: '0xc3',
  blake2b256: '0xb2',
  sha256: '0x5a',
  attempts: [
    {
      number: 1,
      startedAt: '2026-01-12T10:20:01Z',
      endedAt: null,
      outcome: 'not-sent',
      failures: [],
      detail: 'connection reset',
    },
  ],
  record,
  settlement: null,
};

function labelled(from: SubmissionDetails): ReadonlyMap<string, string> {
  return new Map(
    [...detailSections(from), ...technicalSections(from)].flatMap(({ fields }) =>
      fields.map((field) => [field.label, field.copy]),
    ),
  );
}

test('every field of the record is there, exact', () => {
  const fields = labelled(details);
  expect(fields.get('Block hash')).toBe('0xb2');
  expect(fields.get('Transaction hash')).toBe('0xd4');
  expect(fields.get('Data hash')).toBe('0xc3');
  expect(fields.get('Index in the block')).toBe('0');
  expect(fields.get('Cost in base units')).toBe('123456789012345678901234567890');
  expect(fields.get('Address')).toBe('0xa1');
  expect(fields.get('Time of the record')).toBe('2026-01-12T10:20:30Z');
});

test('figures stand once: sizes in words, with bytes and base units under the technical details alone', () => {
  const plain = detailSections(details).flatMap(({ fields }) => fields.map(({ label, value }) => [label, value]));
  expect(plain).toContainEqual(['Size', '2.4 kB']);
  expect(plain.flat().filter((text) => /base units|bytes|Keccak|hash/i.test(text ?? ''))).toEqual([]);
  expect(labelled(details).get('Size in bytes')).toBe('2365');
});

test('fields that the contract does not name are there under their own names', () => {
  expect(labelled(details).get('block_number')).toBe('1203344');
});

test('what is not known is left out', () => {
  const fields = labelled({
    ...details,
    keccak256: null,
    blake2b256: null,
    sha256: null,
    record: { ...record, blockHash: null },
  });
  expect(fields.has('Keccak-256')).toBe(false);
  expect(fields.has('Block hash')).toBe(false);
  expect(fields.has('User')).toBe(false);
});

test('the copied text has the name, every field and every attempt', () => {
  const text = detailsAsText(details);
  expect(text).toContain('report.pdf');
  for (const [label, value] of labelled(details)) expect(text).toContain(`${label}: ${value}`);
  expect(text).toContain('connection reset');
});

test('an attempt says what went wrong in words, with the technical text of each, and what else is known', () => {
  const [attempt] = details.attempts;
  const words = attempt && {
    failures: [{ code: 'ended-while-awaited' }, { code: 'file-unreadable', detail: 'EIO' }] as const,
    detail: 'read 7 bytes',
  };
  expect(attempt && attemptWords({ ...attempt, ...words })).toBe(
    'Dropslip closed before the service answered.\nThe file could not be read. Check its drive, then retry.\nEIO\nread 7 bytes',
  );
});

test('no text from outside can pass for a line of the copied text', () => {
  const forged = '\nSubmission id: forged\u2028Attempts\u202e';
  const reason = { code: 'internal', inWords: `Why${forged}`, detail: `detail${forged}` } as const;
  const [attempt] = details.attempts;
  const text = detailsAsText({
    ...details,
    submission: {
      ...details.submission,
      name: `a${forged}`,
      state: { kind: 'delayed', submissionId: `b${forged}`, at: record.createdAt ?? '', reason },
    },
    path: `/documents${forged}`,
    attempts: attempt === undefined ? [] : [{ ...attempt, detail: `reset${forged}` }],
    record: { ...record, error: `none${forged}`, extra: { [`more${forged}`]: `value${forged}` } },
  });
  const lines = text.split(/[\n\r\u2028\u2029]/);
  expect(lines.filter((line) => line.startsWith('Submission id: '))).toHaveLength(1);
  expect(lines.filter((line) => line === 'Attempts')).toHaveLength(1);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(lines).toContain('detail Submission id: forged Attempts\ufffd');
});

const since = '2026-01-12T09:59:00Z';
const unsettled = (check: Check): SubmissionState => ({
  kind: 'unsettled',
  since,
  reason: { code: 'internal' },
  check,
});
const cannotTell = (why: CannotTell): SubmissionState => unsettled({ kind: 'cannot-tell', why });

test('while a file is looked for, its explanation asks for nothing', () => {
  expect(explanation(unsettled({ kind: 'checking', until: '2026-01-12T10:02:00Z' }))).toContain(
    'Nothing is sent again',
  );
  expect(explanation(cannotTell('no-records'))).toContain('choose it here');
});

test('no reason for not knowing says that nothing was charged', () => {
  for (const why of cannotTellCodes) {
    expect(cannotTellReason(why, true)).not.toMatch(/not (submitted|charged)|nothing was/i);
    expect(cannotTellReason(why, false)).not.toMatch(/not (submitted|charged)|nothing was/i);
  }
});

test('without an access token it says that one is needed, and where to add it, whatever kept the records from telling', () => {
  for (const why of cannotTellCodes) {
    expect(cannotTellReason(why, false)).toContain('needs an access token');
    expect(explanation(cannotTell(why), false)).toMatch(/access token under Accounts.*paying twice/);
    expect(explanation(cannotTell(why), false)).not.toMatch(/looks again|goes on looking/);
  }
});

test('where no look can tell, none is promised', () => {
  expect(cannotTellReason('no-records', true)).toContain('can’t look it up');
  expect(explanation(cannotTell('no-records'))).not.toMatch(/looks again|goes on looking/);
  expect(explanation(cannotTell('list-incomplete'))).toContain('looks again');
});

test('a file whose sending breaks off is explained by the largest upload', () => {
  const retrying = (values: FailureValues['unreachable']): string =>
    explanation({ kind: 'retrying', until: since, reason: { code: 'unreachable', values } });
  expect(retrying({ why: 'broke-off-sending' })).toContain('set its largest upload under Accounts');
  expect(retrying({ why: 'no-answer' })).toContain('The service can’t be reached.');
});

const reason = { code: 'internal' } as const;
const some = partsOf({ confirmed: 3, toGo: 9 });
const none = partsOf({ toGo: 12 });
const stopped: SubmissionState[] = [{ kind: 'cancelled' }, { kind: 'rejected', reason }];

test('stopped with parts at the service, it is never said that nothing was spent', () => {
  for (const state of stopped) {
    expect(partsExplanation({ state, parts: some, content: 'file' }, true)).toContain('You paid for the parts');
    expect(partsExplanation({ state, parts: none, content: 'file' }, true)).toBeNull();
  }
});

test('a part whose record names other content is named, with what to do', () => {
  const part = { number: 3, kind: 'slice' } as const;
  const confirmed = { kind: 'confirmed', submissionId: 's', at: '' } as const;
  const other: SubmissionState = { ...confirmed, other: { dataHash: '0x00', of: 'unknown', part } };
  expect(partsExplanation({ state: other, parts: some, content: 'file' }, true)).toMatch(
    /^The service’s record of part 3 has a different hash .*Download the file to check/,
  );
  expect(partsExplanation({ state: confirmed, parts: some, content: 'file' }, true)).toMatch(/download the whole file/);
});

test('what is wrong with a part that nobody knows about is said with where to answer', () => {
  const trouble = { number: 4, kind: 'slice', status: 'notKnown' } as const;
  const state: SubmissionState = { kind: 'incomplete', reason };
  const words = (parts: typeof some) => partsExplanation({ state, parts, content: 'folder' }, true);
  expect(words({ ...some, trouble })).toMatch(/part of this folder.*paying twice.*at the part below/);
  expect(words(some)).toMatch(/send only the rest/);
});

test('without an access token no file in parts is promised a block', () => {
  const submitted: SubmissionState = { kind: 'submitted', submissionId: 's', at: '' };
  const words = (readsRecords: boolean) =>
    partsExplanation({ state: submitted, parts: some, content: 'file' }, readsRecords);
  expect(words(false)).toMatch(/Add an access token/);
  expect(words(true)).toMatch(/confirmed in a block soon/);
});

const part: Part = {
  ...{ id: 7, number: 1_204, kind: 'slice', offset: 0, size: 1_000_000, state: { kind: 'waiting' } },
  ...{ submissionId: null, attempts: 0, cost: null, wasThere: false },
};

test('a part is called by its number, and what lists the others by what it is', () => {
  expect(partTitle(part)).toBe('Part 1,204');
  expect(partTitle({ ...part, kind: 'manifest' })).toBe('Manifest');
});

test('of a part nothing is said that there is not', () => {
  expect(partFacts({ ...part, attempts: 1 })).toHaveLength(1);
  const cost = { amount: '1200000', token: 'practice', decimals: 6 };
  expect(partFacts({ ...part, attempts: 3, cost })).toEqual([expect.any(String), '3 attempts', '1.2 practice']);
  expect(partFacts({ ...part, wasThere: true })[1]).toBe('was already there, not paid for again');
});

test('why there are parts is said with the size that the service takes', () => {
  expect(whyInParts(partsOf({ toGo: 6 }), 'folder')).toMatch(
    /largest upload is \d+ MB, so this folder is sent in 6 parts\./,
  );
});

test('what is not made yet is counted', () => {
  expect(stillToCome(40, partsOf({ toGo: 1_048_577 }))).toBe('1,048,537 more follow.');
  expect(stillToCome(6, partsOf({ toGo: 6 }))).toBeNull();
});
