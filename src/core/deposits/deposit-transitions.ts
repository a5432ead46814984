import { wholeUnits } from '../../shared/amounts.ts';
import {
  type BalanceReading,
  type Deposit,
  type DepositAttempt,
  type DepositDecision,
  type DepositSight,
  type DepositState,
  decisionsIn,
} from '../../shared/bridge/deposits.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { type FundsOutcome, plainFailure } from '../service/index.ts';

/** A deposit's state with the attempts that led to it. */
export type DepositProgress = { readonly state: DepositState; readonly attempts: readonly DepositAttempt[] };

/** `at`: UTC instant. */
export type DepositEvent =
  | { readonly type: 'answered'; readonly outcome: FundsOutcome; readonly at: string }
  /** The app ended, or broke down, while the deposit was being registered. */
  | { readonly type: 'interrupted'; readonly at: string }
  /** The balance rose by what the service is said to have refused. */
  | { readonly type: 'risen'; readonly at: string }
  | { readonly type: 'decided'; readonly decision: Exclude<DepositDecision, 'stop'>; readonly at: string };

/** The service may have the whole of it, whatever it answered. */
export function wasSent({ outcome }: DepositAttempt): boolean {
  return outcome === 'refused' || mayBeRegistered({ outcome });
}

/** Nobody knows whether the service took it, and no other attempt can tell. */
function mayBeRegistered({ outcome }: Pick<DepositAttempt, 'outcome'>): boolean {
  return outcome === 'unknown' || outcome === 'interrupted';
}

/** A deposit that is about to be sent for the first time. */
export function firstAttempt(at: string): DepositProgress {
  return attempt([], at);
}

/** The progress after an event; null when the event makes no sense in this state. Pure. */
export function advance(progress: DepositProgress, event: DepositEvent): DepositProgress | null {
  const { state, attempts } = progress;
  switch (event.type) {
    case 'answered':
      return state.kind === 'registering' ? answered(attempts, event.outcome, event.at) : null;
    case 'interrupted':
      if (state.kind !== 'registering') return null;
      return {
        state: { kind: 'unknown', since: event.at, reason: { code: 'deposit-interrupted' } },
        attempts: ended(attempts, { endedAt: event.at, outcome: 'interrupted', reason: null }),
      };
    case 'risen':
      if (!['refused', 'not-sent', 'unknown'].includes(state.kind) || !attempts.some(wasSent)) return null;
      return {
        state: { kind: 'unknown', since: event.at, reason: { code: 'risen' } },
        attempts: attempts.map(doubted),
      };
    case 'decided':
      if (!decisionsIn[state.kind].includes(event.decision)) return null;
      if (event.decision !== 'went-through') return attempt(attempts, event.at);
      return { state: { kind: 'registered', at: event.at, answer: null }, attempts };
  }
}

function answered(attempts: readonly DepositAttempt[], outcome: FundsOutcome, at: string): DepositProgress {
  if (outcome.kind === 'registered') {
    return {
      state: { kind: 'registered', at, answer: outcome.answer },
      attempts: ended(attempts, { endedAt: at, outcome: 'registered', reason: null }),
    };
  }
  const reason = plainFailure(outcome.error);
  // What became of this attempt says nothing of those before it.
  const state: DepositState =
    outcome.kind === 'unknown'
      ? { kind: 'unknown', since: at, reason }
      : attempts.some(mayBeRegistered)
        ? { kind: 'unknown', since: at, reason: stillUnknown(reason, outcome.kind) }
        : { kind: outcome.kind, at, reason };
  return {
    state,
    attempts: ended(attempts, { endedAt: at, outcome: outcome.kind, reason }),
  };
}

function stillUnknown(reason: Failure, kind: 'refused' | 'not-sent'): Failure {
  return {
    ...reason,
    after: kind === 'refused' ? 'earlier-perhaps-registered-now-refused' : 'earlier-perhaps-registered-now-not-sent',
  };
}

/** The balance speaks against what the service said. */
function doubted(attempt: DepositAttempt): DepositAttempt {
  return attempt.outcome === 'refused' ? { ...attempt, outcome: 'unknown' } : attempt;
}

function attempt(earlier: readonly DepositAttempt[], at: string): DepositProgress {
  const next: DepositAttempt = {
    number: earlier.length + 1,
    startedAt: at,
    endedAt: null,
    outcome: 'under-way',
    reason: null,
  };
  return { state: { kind: 'registering', since: at }, attempts: [...earlier, next] };
}

function ended(
  attempts: readonly DepositAttempt[],
  end: Pick<DepositAttempt, 'endedAt' | 'outcome' | 'reason'>,
): readonly DepositAttempt[] {
  return attempts.map((each) => (each.outcome === 'under-way' ? { ...each, ...end } : each));
}

/**
 * What a reading of the balance says of a deposit of `amount` base units. `fees`: what the account's records show as
 * paid with this token since the balance before; decimal text of any scale. What was seen to match stays as it is.
 */
export function sightAfter(sight: DepositSight, amount: bigint, now: BalanceReading, fees: string): DepositSight {
  const { before } = sight;
  if (before === null || hasRisen(sight)) return sight;
  const by = BigInt(now.balance) - BigInt(before.balance);
  const paid = wholeUnits(fees);
  const match = by === amount ? 'equal' : paid !== null && by + paid === amount ? 'equal-less-fees' : 'differs';
  if (by <= 0n && match === 'differs') return sight;
  return { before, after: { kind: 'rose', ...now, by: by.toString(), fees, match } };
}

/** The balance rose by just this deposit. */
export function hasRisen({ after }: DepositSight): boolean {
  return after.kind === 'rose' && after.match !== 'differs';
}

/** What may have been taken, and was not seen in the balance yet. */
export function awaitsRise({ state, sight }: Pick<Deposit, 'state' | 'sight'>): boolean {
  return (state.kind === 'registered' || state.kind === 'unknown') && sight.before !== null && !hasRisen(sight);
}
