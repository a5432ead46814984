import type { Team } from '../bridge/team.ts';
import type { FailureCode } from '../failures/failure.ts';
import { failureMessage } from './failures/failure-message.ts';

type Count = (count: number) => string;

export function connectionWords({ connection }: Team): string {
  switch (connection.kind) {
    case 'connecting':
      return 'Connecting to the team’s database…';
    case 'connected':
      return 'Connected.';
    case 'failed':
      return failureMessage(connection.reason);
  }
}

/** Counts the colleagues' submissions that are known here, and the own receipts that are not shared yet. */
export function sharingWords({ others, unshared }: Pick<Team, 'others' | 'unshared'>, count: Count): readonly string[] {
  const known =
    others === 1
      ? '1 submission of colleagues is known here.'
      : `${count(others)} submissions of colleagues are known here.`;
  if (unshared === 0) return [known];
  return [known, unshared === 1 ? '1 receipt is not shared yet.' : `${count(unshared)} receipts are not shared yet.`];
}

export const aloneWords = 'You send without the team until its database answers.';

/** True if a failure says that the tables of the database must be created or updated first. */
export function needsSetUp(code: FailureCode): boolean {
  return code === 'team-not-set-up' || code === 'team-older';
}
