import { useQuery } from '@tanstack/react-query';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { Privacy } from '../../../shared/bridge/encryption.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { ask, CallFailed } from '../../data/calls.ts';
import { callQuery, queryClient } from '../../data/queries.ts';

type PrivacyCall = Extract<keyof CallInputs, `encryption.${string}`>;

/** Null while main has not said it yet. */
export function usePrivacy(accountId: string): Privacy | null {
  return useQuery(callQuery('encryption.privacy', accountId, { accountId })).data ?? null;
}

/** Has main change it; every change answers what holds from then on. Null when it did. */
export async function changePrivacy<Name extends PrivacyCall>(
  name: Name,
  input: CallInputs[Name] & { readonly accountId: string },
): Promise<Failure | null> {
  const { accountId } = input;
  try {
    const privacy = await ask(name, input);
    queryClient.setQueryData(callQuery('encryption.privacy', accountId, { accountId }).queryKey, privacy);
    return null;
  } catch (error) {
    if (error instanceof CallFailed) return error.failure;
    throw error;
  }
}
