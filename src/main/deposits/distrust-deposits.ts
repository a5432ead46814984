import type { DatabaseSync } from 'node:sqlite';
import type { Failure } from '../../shared/bridge/failure.ts';

/**
 * Marks what a copy of the database cannot know of deposits: one that was not sent, or refused, may have been tried again
 * and registered between `takenAt` and `restoredAt` (UTC instants). So it gets an attempt whose end nobody saw, and only a
 * person's word has it registered again. What was being registered becomes that by itself, as after any kill.
 */
export function distrustDeposits(database: DatabaseSync, takenAt: string, restoredAt: string): void {
  const reason: Failure = {
    code: 'restored',
    message:
      'Dropslip goes on from a copy of its data, and this deposit may have been registered since that was made. Look at the balance before you register it again.',
    detail: `The copy was made at ${takenAt}.`,
  };
  database
    .prepare(
      `UPDATE deposits SET
         state = json_object('kind', 'unknown', 'since', :restoredAt, 'reason', json(:reason)),
         attempts = json_insert(iif(json_valid(attempts), attempts, '[]'), '$[#]', json_object(
           'number', json_array_length(iif(json_valid(attempts), attempts, '[]')) + 1, 'startedAt', :takenAt, 'endedAt', :restoredAt, 'outcome', 'interrupted', 'detail', :detail))
       WHERE iif(json_valid(state), json_extract(state, '$.kind'), NULL) IN ('not-sent', 'refused')`,
    )
    .run({ takenAt, restoredAt, reason: JSON.stringify(reason), detail: reason.message });
}
