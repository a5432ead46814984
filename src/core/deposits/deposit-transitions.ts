import {
  type DepositAttempt,
  type DepositDecision,
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
  | { readonly type: 'decided'; readonly decision: Exclude<DepositDecision, 'stop'>; readonly at: string };

/** True if the service may have all of this attempt, whatever it answered. */
export function wasSent({ outcome }: DepositAttempt): boolean {
  return outcome === 'refused' || mayBeRegistered({ outcome });
}

/** True if the service may have accepted this attempt: no later attempt can tell. */
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
  // The end of this attempt says nothing about earlier ones.
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
