import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallInputs, CallName } from '../../shared/bridge/bridge.ts';
import { ask, type CallFailed } from './calls.ts';
import type { WindowEvents } from './window-events.ts';
import { windowStore } from './window-state.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallFailed;
  }
}

// Render an answer as soon as it arrives. A timer would add milliseconds, which are noticeable while typing.
notifyManager.setScheduler(queueMicrotask);

/**
 * Configures all queries to main. No query is repeated automatically: events report what is stale (`StaleAnswers`), and
 * main does the retrying. Main can be reached even if the network cannot.
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
 * The query for one call of main, for `useQuery`. `accountId` is the account of the answer, so that it is never shown
 * with another account. It is null for an answer that belongs to no account.
 */
export function callQuery<Name extends CallName>(name: Name, accountId: string | null, input: CallInputs[Name]) {
  return queryOptions({
    queryKey: [name, accountId, input] as const,
    queryFn: () => ask(name, input),
    // Until main has reported the active account, there is no account to ask for.
    enabled: accountId !== '',
    staleTime: isKeptFresh(name) ? Number.POSITIVE_INFINITY : 0,
  });
}

/** Runs `look` when a screen appears, and whenever the window becomes active again. */
export function useOnLook(look: () => void): void {
  useEffect(() => {
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [look]);
}

/** Runs `look` when an account changes, such as by the start of a practice service or a new credential. */
export function useOnAccountChange(look: () => void): void {
  useEffect(
    () =>
      windowStore.subscribe((state, before) => {
        if (state.accounts !== before.accounts || state.activeAccountId !== before.activeAccountId) look();
      }),
    [look],
  );
}

/** Requests an answer again whenever `subject` changes. The old one stays until the new one arrives. */
export function useRefetchOn(
  subject: unknown,
  refetch: (how: { readonly cancelRefetch: false }) => Promise<unknown>,
): void {
  const asked = useRef(subject);
  useEffect(() => {
    if (asked.current === subject) return;
    asked.current = subject;
    void refetch({ cancelRefetch: false });
  }, [subject, refetch]);
}

/** The answers about its account that an event makes stale. */
const staleAfter = {
  // Balances include names and decimals of tokens.
  'balances.changed': [
    'balances.view',
    'balances.lowCount',
    'deposits.list',
    'deposits.orders',
    'records.query',
    'records.series',
    'records.record',
  ],
  'deposits.changed': ['deposits.list', 'deposits.orders'],
  'records.changed': ['records.query', 'records.series', 'records.record'],
} as const satisfies { readonly [kind: string]: readonly CallName[] };

const changeEvents = Object.keys(staleAfter) as readonly (keyof typeof staleAfter)[];
const keptFresh = new Set<CallName>(Object.values(staleAfter).flat());

/** True if events report when an answer is stale. It is then not requested again each time that it is shown. */
function isKeptFresh(name: CallName): boolean {
  return keptFresh.has(name);
}

/** The time in milliseconds in which changes are gathered: files are put into blocks by the hundred. */
const TOGETHER_MS = 200;

type ActiveAccount = { readonly activeAccountId: string };
type AccountStore = {
  readonly subscribe: (listener: (now: ActiveAccount, before: ActiveAccount) => void) => () => void;
};

/** Repeats visible queries whose answers are stale. */
export class StaleAnswers {
  readonly #client: QueryClient;
  readonly #stops: readonly (() => void)[];
  /** Query keys by name and account. */
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

  /** The first change is handled at once, later ones are gathered. */
  #gather(names: readonly CallName[], accountId: string): void {
    for (const name of names) this.#stale.set(`${name} ${accountId}`, [name, accountId]);
    this.#timer ??= setTimeout(this.#askAgain, Math.max(0, this.#askedAt + TOGETHER_MS - performance.now()));
  }

  readonly #askAgain = (): void => {
    this.#timer = null;
    this.#askedAt = performance.now();
    for (const queryKey of this.#stale.values()) {
      // A pending answer may be older than the change, so it is cancelled.
      void this.#client.cancelQueries({ queryKey }).then(() => this.#client.invalidateQueries({ queryKey }));
    }
    this.#stale.clear();
  };

  /**
   * Removes the answers of all other accounts. Main answers most calls for its active account, so an answer that is
   * pending during a switch may belong to either.
   */
  #forgetAllBut(activeAccountId: string): void {
    this.#client.removeQueries({
      predicate: ({ queryKey: [, accountId] }) => accountId !== null && accountId !== activeAccountId,
    });
  }
}
