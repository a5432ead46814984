import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallInputs, CallName } from '../../shared/bridge/bridge.ts';
import { ask, type CallFailed } from './calls.ts';
import type { WindowEvents } from './window-events.ts';

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

/** Which answers about its account an event makes stale. */
const staleAfter = {
  // Balances bring names and decimals of tokens.
  'balances.changed': [
    'balances.view',
    'balances.toLookAt',
    'deposits.list',
    'records.query',
    'records.series',
    'records.record',
  ],
  'deposits.changed': ['deposits.list'],
  'records.changed': ['records.query', 'records.series', 'records.record'],
} as const satisfies { readonly [kind: string]: readonly CallName[] };

const changeEvents = ['balances.changed', 'deposits.changed', 'records.changed'] as const;
const keptFresh = new Set<CallName>(Object.values(staleAfter).flat());

/** Whether events tell when an answer is stale: then it need not be asked for again each time that it is shown. */
function isKeptFresh(name: CallName): boolean {
  return keptFresh.has(name);
}

/** What changes one after the other is asked for together: files are put into blocks by the hundred. */
const TOGETHER_MS = 200;

type ActiveAccount = { readonly activeAccountId: string };
type AccountStore = {
  readonly subscribe: (listener: (now: ActiveAccount, before: ActiveAccount) => void) => () => void;
};

/** Has the window ask again for what is shown and no longer true. */
export class StaleAnswers {
  readonly #client: QueryClient;
  readonly #stops: readonly (() => void)[];
  /** Keys, by name and account. */
  readonly #stale = new Map<string, readonly [CallName, string]>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(client: QueryClient, events: WindowEvents, accounts: AccountStore) {
    this.#client = client;
    this.#stops = [
      ...changeEvents.map((kind) => events.on(kind, ({ accountId }) => this.#gather(staleAfter[kind], accountId))),
      accounts.subscribe(({ activeAccountId }, before) => {
        if (activeAccountId !== before.activeAccountId) this.#forgetAllBut(activeAccountId);
      }),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** The first change counts at once, those that follow it are gathered. */
  #gather(names: readonly CallName[], accountId: string): void {
    for (const name of names) this.#stale.set(`${name} ${accountId}`, [name, accountId]);
    this.#timer ??= setTimeout(this.#askAgain, Math.max(0, this.#askedAt + TOGETHER_MS - performance.now()));
  }

  readonly #askAgain = (): void => {
    this.#timer = null;
    this.#askedAt = performance.now();
    for (const queryKey of this.#stale.values()) {
      // An answer that is on its way may be older than the change: it is not waited for.
      void this.#client.cancelQueries({ queryKey }).then(() => this.#client.invalidateQueries({ queryKey }));
    }
    this.#stale.clear();
  };

  /**
   * Main answers most calls for the account that is active there. What was asked while another one was is forgotten, also what
   * is still on its way: it may be about either.
   */
  #forgetAllBut(activeAccountId: string): void {
    this.#client.removeQueries({
      predicate: ({ queryKey: [, accountId] }) => accountId !== null && accountId !== activeAccountId,
    });
  }
}
