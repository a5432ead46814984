import { z } from 'zod';
import type { Deposit, DepositAttempt, DepositSight, DepositState } from '../../shared/bridge/deposits.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { inWords, keptFailure } from '../../shared/failures/kept-failure.ts';
import { jsonIn } from '../storage/index.ts';

/** A deposit as the journal has it: names and decimals of tokens are looked up when it is shown. */
export type StoredDeposit = Omit<Deposit, 'token'>;

const text = z.string();

const state: z.ZodType<DepositState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registering'), since: text }),
  z.object({ kind: z.literal('registered'), at: text, answer: text.nullable() }),
  z.object({ kind: z.literal('refused'), at: text, reason: keptFailure }),
  z.object({ kind: z.literal('not-sent'), at: text, reason: keptFailure }),
  z.object({ kind: z.literal('unknown'), since: text, reason: keptFailure }),
]);

const attempt = z
  .object({
    number: z.number(),
    startedAt: text,
    endedAt: text.nullable(),
    outcome: z.enum(['under-way', 'registered', 'refused', 'not-sent', 'unknown', 'interrupted']),
    reason: keptFailure.nullish(),
    /** Versions before wrote a text alone. */
    detail: text.nullish(),
  })
  .transform(
    ({ reason, detail, ...rest }): DepositAttempt => ({
      ...rest,
      reason: reason ?? inWords(detail),
    }),
  );
const attempts = z.array(attempt);

const reading = { balance: text, at: text };
const sight: z.ZodType<DepositSight> = z.object({
  before: z.object(reading).nullable(),
  after: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('not-yet') }),
    z.object({
      kind: z.literal('rose'),
      ...reading,
      by: text,
      fees: text,
      match: z.enum(['equal', 'equal-less-fees', 'differs']),
    }),
  ]),
});

const unreadable: Failure = { code: 'deposit-unreadable' };

/** A deposit of which nobody can read what became of it fails no start, and is registered again by nobody but a person. */
export const depositRow = z
  .object({
    id: z.number(),
    account_id: text,
    token_address: text,
    amount: text,
    chain_id: text,
    created_at: text,
    state: text.transform(jsonIn).pipe(state.nullable().catch(null)),
    attempts: text.transform(jsonIn).pipe(attempts.nullable().catch(null)),
    sight: text
      .transform(jsonIn)
      .pipe(sight)
      .catch({ before: null, after: { kind: 'not-yet' } }),
  })
  .transform(
    ({ account_id, token_address, chain_id, created_at, state, attempts, ...rest }): StoredDeposit => ({
      ...rest,
      state: state ?? { kind: 'unknown', since: created_at, reason: unreadable },
      attempts: attempts ?? [
        {
          number: 1,
          startedAt: created_at,
          endedAt: created_at,
          outcome: state?.kind === 'registered' ? 'registered' : 'unknown',
          reason: unreadable,
        },
      ],
      accountId: account_id,
      tokenAddress: token_address,
      chainId: chain_id,
      createdAt: created_at,
    }),
  );
