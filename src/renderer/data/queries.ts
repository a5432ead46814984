import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallInputs, CallName } from '../../shared/bridge/bridge.ts';
import { ask, type CallFailed } from './calls.ts';
import { isKeptFresh } from './stale-answers.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallFailed;
  }
}

// An answer is drawn as soon as it is here: a timer would put it off by milliseconds, which are felt in typing.
notifyManager.setScheduler(queueMicrotask);

/**
 * For all that the window asks of main. Nothing is asked again by itself: events say what is stale (`StaleAnswers`), and main
 * does the retrying. Main is here even where the network is not.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const queryClient = createQueryClient();

/**
 * The query of one call of main, for `useQuery`. `accountId`: whom the answer is about, so that it is never shown with another
 * account; null for what concerns none.
 */
export function callQuery<Name extends CallName>(name: Name, accountId: string | null, input: CallInputs[Name]) {
  return queryOptions({
    queryKey: [name, accountId, input] as const,
    queryFn: () => ask(name, input),
    // Before main has said which account is active there is nobody to ask about.
    enabled: accountId !== '',
    staleTime: isKeptFresh(name) ? Number.POSITIVE_INFINITY : 0,
  });
}

/** Does something when a screen appears, and whenever the window is come back to. */
export function useOnLook(look: () => void): void {
  useEffect(() => {
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [look]);
}
