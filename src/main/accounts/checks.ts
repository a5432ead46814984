import type { CheckLine, ConnectionReport } from '../../shared/bridge/accounts.ts';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import { routeTo } from '../service/index.ts';
import { type CheckParts, checkConnection } from './connection-check.ts';

export type CheckRunParts = {
  readonly now: () => number;
  /** Of the app and what it runs on, for the report. */
  readonly versions: Readonly<Record<string, string>>;
  readonly onLine: (checkId: string, line: CheckLine) => void;
};

const AT_ONCE = 4;
const REPORTS_KEPT = 16;

/** Runs checks by the name that the window gave them, and keeps the last reports until an account takes them. */
export function createChecks({ now, versions, onLine }: CheckRunParts) {
  const running = new Map<string, AbortController>();
  const reports = new Map<string, ConnectionReport>();

  return {
    async run(
      checkId: string,
      asked: Pick<CheckParts, 'connection' | 'withheld' | 'tokenExpiresAt'>,
    ): Promise<Result<ConnectionReport>> {
      if (running.has(checkId) || running.size >= AT_ONCE) {
        return failure({ code: 'check-running', message: 'A check is still running. Wait for it, or cancel it.' });
      }
      const abort = new AbortController();
      running.set(checkId, abort);
      try {
        const { baseUrl, submitBaseUrl } = asked.connection;
        const report = await checkConnection({
          ...asked,
          now,
          versions,
          signal: abort.signal,
          onLine: (line) => {
            if (!abort.signal.aborted) onLine(checkId, line);
          },
          route: await routes(baseUrl, submitBaseUrl),
        });
        if (abort.signal.aborted) return failure({ code: 'cancelled', message: 'The check was cancelled.' });
        keep(checkId, report);
        return success(report);
      } finally {
        running.delete(checkId);
      }
    },

    cancel: (checkId: string): void => running.get(checkId)?.abort(),

    report: (checkId: string): ConnectionReport | null => reports.get(checkId) ?? null,

    close(): void {
      for (const abort of running.values()) abort.abort();
    },
  };

  function keep(checkId: string, report: ConnectionReport): void {
    reports.delete(checkId);
    reports.set(checkId, report);
    for (const oldest of [...reports.keys()].slice(0, -REPORTS_KEPT)) reports.delete(oldest);
  }
}

async function routes(address: string, submitAddress: string | null): Promise<string> {
  const route = await routeTo(address);
  const submitRoute = submitAddress === null ? route : await routeTo(submitAddress);
  return route === submitRoute ? capitalised(route) : `${capitalised(route)}; submissions ${submitRoute}`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
