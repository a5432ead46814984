import { createHash } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { describe, expect, test, vi } from 'vitest';
import { standardLimits, type WireLimits } from '../../service/index.ts';
import { openRig, type Rig } from '../submissions.fixture.ts';
import type { Fault } from './faulty-proxy.fixture.ts';

/**
 * Faults on a real socket between the submissions and a real practice service, whose ledger is the judge. A run replays with
 * its seed: `FAULT_SEED=7 vitest run src/core/submissions/sending/faults.test.ts`; `FAULT_SEEDS=50` runs the first fifty.
 */
const seeds =
  process.env.FAULT_SEED === undefined
    ? Array.from({ length: Number(process.env.FAULT_SEEDS ?? 1) }, (_, index) => index + 1)
    : [Number(process.env.FAULT_SEED)];

const FILES = 30;
const SIZES = [1, 700, 4096, 70_000, 1_500_000];
/** Soon over, for faults that are seen only by what does not come. */
const limits = { ...standardLimits, connectMs: 2_000, stallMs: 400, answerMs: 400 };
/** Whoever is answered has no deadline that a busy machine could miss: what came too late would be a lost answer. */
const patientLimits = { ...standardLimits, stallMs: 60_000, answerMs: 60_000 };
/** Longer than anything in here is late, by so much that a busy machine does not turn late into never. */
const grace = { earlierRun: 2_000, thisRun: 2_000 };

/** Numbers in [0, 1) that depend on the seed alone. */
function seeded(seed: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32LE() / 2 ** 32;
  };
}

const answer = (
  status: number,
  body: string,
  more: Partial<Omit<Extract<Fault, { kind: 'answer' }>, 'kind' | 'status' | 'body'>> = {},
): Fault => ({ kind: 'answer', status, body, forwarded: false, headers: {}, ...more });

const html = '<!doctype html><html><body><h1>Gateway</h1></body></html>';
const error = (text: string): string => JSON.stringify({ error: text });
const forwarded = { forwarded: true } as const;

/** Each fault by name (but 413, after which a file goes in parts), and whether a submission that meets only it ends with a receipt (or is refused for good). */
const faults: Readonly<Record<string, { readonly fault: Fault; readonly ends: 'submitted' | 'rejected' }>> = {
  'a reset at byte 0': { fault: { kind: 'reset', afterBytes: 0 }, ends: 'submitted' },
  'a reset amid the body': { fault: { kind: 'reset', afterBytes: 500 }, ends: 'submitted' },
  'a reset after the last byte, which nobody read': {
    fault: { kind: 'reset-when-whole', forwarded: false },
    ends: 'submitted',
  },
  'a reset after the last byte, which was taken': {
    fault: { kind: 'reset-when-whole', ...forwarded },
    ends: 'submitted',
  },
  'silence, with nothing taken': { fault: { kind: 'silence', forwarded: false }, ends: 'submitted' },
  'silence, with everything taken': { fault: { kind: 'silence', ...forwarded }, ends: 'submitted' },
  'a body that is taken after everybody has given up': { fault: { kind: 'late', ms: 700 }, ends: 'submitted' },
  'an answer that breaks off': {
    fault: answer(200, JSON.stringify({ submission_id: 'x'.repeat(36) }), { ...forwarded, cutAt: 20 }),
    ends: 'submitted',
  },
  'an answer without end': { fault: answer(200, 'x'.repeat(2 * 1024 * 1024), forwarded), ends: 'submitted' },
  'a page instead of an answer': { fault: answer(200, html, forwarded), ends: 'submitted' },
  'a page from somebody who passed nothing on': { fault: answer(200, html), ends: 'submitted' },
  'JSON that is no receipt': { fault: answer(200, '{"ok":true}', forwarded), ends: 'submitted' },
  'a receipt of the wrong type': { fault: answer(200, '{"submission_id":{"a":[1]}}', forwarded), ends: 'submitted' },
  '408 with everything taken': { fault: answer(408, '', forwarded), ends: 'submitted' },
  '429 with its time': { fault: answer(429, error('slow'), { headers: { 'retry-after': '1' } }), ends: 'submitted' },
  '429 without': { fault: answer(429, ''), ends: 'submitted' },
  '500 with the service’s words, with nothing taken': { fault: answer(500, error('failed')), ends: 'submitted' },
  '500 with the service’s words, with everything taken': {
    fault: answer(500, error('failed'), forwarded),
    ends: 'submitted',
  },
  '500 as a page, with everything taken': { fault: answer(500, html, forwarded), ends: 'submitted' },
  '502 with everything taken': { fault: answer(502, html, forwarded), ends: 'submitted' },
  '503 with its time': { fault: answer(503, '', { headers: { 'retry-after': '1' } }), ends: 'submitted' },
  '503 as a page, with everything taken': { fault: answer(503, html, forwarded), ends: 'submitted' },
  '503 with the service’s words, with everything taken': {
    fault: answer(503, error('busy'), forwarded),
    ends: 'submitted',
  },
  '504 with nothing taken': { fault: answer(504, html), ends: 'submitted' },
  'a redirect with nothing taken': {
    fault: answer(307, '', { headers: { location: 'https://elsewhere.example/' } }),
    ends: 'submitted',
  },
  'a redirect with everything taken': {
    fault: answer(303, '', { headers: { location: 'https://elsewhere.example/' }, forwarded: true }),
    ends: 'submitted',
  },
  '429 although everything was taken': { fault: answer(429, '', forwarded), ends: 'submitted' },
  '503 with its time although everything was taken': {
    fault: answer(503, '', { headers: { 'retry-after': '1' }, forwarded: true }),
    ends: 'submitted',
  },
};

async function faultyRig(
  nextFault: () => Fault,
  limits: WireLimits,
  onTestFinished: (clean: () => Promise<void>) => void,
): Promise<Rig> {
  const rig = await openRig({ limits, grace, nextFault });
  onTestFinished(rig.close);
  return rig;
}

const contentOf = (seed: number, index: number): Buffer => {
  const head = Buffer.from(`seed ${seed}, file ${index}\n`);
  return Buffer.concat([head, Buffer.alloc(SIZES[index % SIZES.length] ?? 1, index)]);
};
const hashOf = (content: Buffer): string => `0x${Buffer.from(blake2b(content, { dkLen: 32 })).toString('hex')}`;

/** Waits until all submissions have come to an end and all records have their hashes, then asks the ledger. */
async function chargesOf(rig: Rig): Promise<Map<string, number>> {
  await rig.untilAll('confirmed', 'rejected');
  const ledger = await vi.waitUntil(
    async () => {
      const records = await rig.ledger();
      return records.every(({ dataHash }) => dataHash !== null) && records;
    },
    { timeout: 30_000 },
  );
  const charges = new Map<string, number>();
  for (const { dataHash } of ledger) charges.set(dataHash ?? '', (charges.get(dataHash ?? '') ?? 0) + 1);
  return charges;
}

describe('a single file that meets', () => {
  // Most of the time goes by with waiting, so they wait together.
  test.concurrent.for(Object.entries(faults))('%s', async ([_name, { fault, ends }], { onTestFinished }) => {
    let met = false;
    const next = (): Fault => {
      if (met) return { kind: 'none' };
      met = true;
      return fault;
    };
    const rig = await faultyRig(next, fault.kind === 'answer' ? patientLimits : limits, onTestFinished);
    await rig.drop({ file: contentOf(0, 2) });
    const charges = await chargesOf(rig);
    expect(rig.named('file').state.kind).toBe(ends === 'submitted' ? 'confirmed' : 'rejected');
    expect([...charges.values()]).toEqual(ends === 'submitted' ? [1] : []);
    expect(met).toBe(true);
  });
});

describe('thirty files, half of whose submissions meet something', () => {
  test.concurrent.for(seeds)(
    'seed %i: each is charged once, or not at all',
    { timeout: 180_000 },
    async (seed, context) => {
      const random = seeded(seed);
      const known = Object.values(faults);
      let left = FILES;
      const next = (): Fault => {
        if (left === 0 || random() < 0.5) return { kind: 'none' };
        left -= 1;
        const picked = known[Math.floor(random() * known.length)]?.fault ?? { kind: 'none' };
        return picked.kind === 'reset' ? { kind: 'reset', afterBytes: Math.floor(random() * 1_500_000) } : picked;
      };
      const rig = await faultyRig(next, limits, context.onTestFinished);
      const contents = Array.from({ length: FILES }, (_, index) => contentOf(seed, index));
      await rig.drop(Object.fromEntries(contents.map((content, index) => [`${index}`, content])));
      const charges = await chargesOf(rig);
      for (const [index, content] of contents.entries()) {
        const { state } = rig.named(`${index}`);
        const charged = charges.get(hashOf(content)) ?? 0;
        expect({ seed, index, state: state.kind, charged }).toEqual({
          seed,
          index,
          state: state.kind,
          charged: state.kind === 'confirmed' ? 1 : 0,
        });
      }
      const receipts = rig.all().flatMap(({ state }) => ('submissionId' in state ? [state.submissionId] : []));
      expect(new Set(receipts).size).toBe(receipts.length);
    },
  );
});
