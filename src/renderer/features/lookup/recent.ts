import { LONGEST_REMEMBERED } from '../../../shared/bridge/lookup.ts';
import { change } from '../../data/calls.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { changeOrNotify } from '../../ui/feedback/notes.tsx';

export const recentLookups = callQuery('lookup.recent', null, {});

export async function clearRecent(): Promise<void> {
  await changeOrNotify('lookup.clearRecent', {});
  await askRecentAgain();
}

export function remember(text: string, outcome: string, accountId: string): void {
  if (text.trim().length > LONGEST_REMEMBERED) return;
  void change('lookup.remember', { accountId, text, outcome }).then(askRecentAgain);
}

const askRecentAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: recentLookups.queryKey });
