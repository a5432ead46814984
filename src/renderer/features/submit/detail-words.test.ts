import { expect, test } from 'vitest';
import type { SubmissionDetails } from '../../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Part } from '../../../shared/submissions/parts.ts';
import { timeLine } from '../../../shared/submissions/time-line.ts';
import { detailSections, detailsAsText, partFacts, partTitle, technicalSections, whyInParts } from './detail-words.ts';
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

function entriesOf({ submission, attempts, settlement, record: ofService }: SubmissionDetails) {
  const { addedAt, cost } = submission;
  const facts = { addedAt, attempts, settlement, record: ofService, confirmedAt: null, cost };
  return timeLine({ ...facts, network: null, downloads: [] });
}

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

test('the copied text has the name, every field and everything that happened', () => {
  const text = detailsAsText(details, entriesOf(details));
  expect(text).toContain('report.pdf');
  for (const [label, value] of labelled(details)) expect(text).toContain(`${label}: ${value}`);
  expect(text).toContain('2026-01-12 10:20:01 UTC');
  expect(text).toContain('It did not reach the service — connection reset');
});

test('no text from outside can pass for a line of the copied text', () => {
  const forged = '\nSubmission id: forged\u2028Record\u202e';
  const reason = { code: 'server-error', values: { said: `Why${forged}` }, detail: `detail${forged}` } as const;
  const [attempt] = details.attempts;
  const hostile: SubmissionDetails = {
    ...details,
    submission: {
      ...details.submission,
      name: `a${forged}`,
      state: { kind: 'delayed', submissionId: `b${forged}`, at: record.createdAt ?? '', reason },
    },
    path: `/documents${forged}`,
    attempts: attempt === undefined ? [] : [{ ...attempt, detail: `reset${forged}` }],
    record: { ...record, error: `none${forged}`, extra: { [`more${forged}`]: `value${forged}` } },
  };
  const text = detailsAsText(hostile, entriesOf(hostile));
  const lines = text.split(/[\n\r\u2028\u2029]/);
  expect(lines.filter((line) => line.startsWith('Submission id: '))).toHaveLength(1);
  expect(lines.filter((line) => line === 'Record')).toHaveLength(1);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(lines).toContain('detail Submission id: forged Record\ufffd');
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
