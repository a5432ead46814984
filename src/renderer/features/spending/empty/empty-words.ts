import type { RecordsSync } from '../../../../shared/bridge/records.ts';

type EmptyWords = {
  readonly title: string;
  readonly text: string;
  /** What helps: a first submission, or the credential that is missing. */
  readonly next: 'submit' | 'access-token';
};

/** What Spending says where it has nothing. `readsRecords`: whether the account's credentials can read the service's records. */
export function emptyWords(sync: RecordsSync, readsRecords: boolean): EmptyWords {
  if (!readsRecords) {
    return {
      title: 'An access token shows what was spent',
      text: 'This account has only an API key, which cannot read costs and records. Find your submissions under Look up.',
      next: 'access-token',
    };
  }
  if (sync.kind === 'running') {
    return { title: 'Looking…', text: listedHere, next: 'submit' };
  }
  return sync.kind === 'failed'
    ? {
        title: 'Nothing to show yet',
        text: 'Nothing is saved on this computer, and the service could not be read.',
        next: 'submit',
      }
    : { title: 'Nothing spent yet', text: listedHere, next: 'submit' };
}

const listedHere = 'Every submission of this account will be listed here, with what it cost.';
