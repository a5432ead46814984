import { useCallback, useEffect, useState } from 'react';
import type { RecordsSync } from '../../../shared/bridge/records.ts';
import { windowApi } from '../../data/window-api.ts';

/** What was read within this time is not read again because somebody looks at it. */
const FRESH_FOR_MS = 60_000;

export type Refresh = {
  readonly state: RecordsSync;
  readonly refresh: () => void;
  readonly cancel: () => void;
};

/** Reads the service's list when the screen is opened and when the window is looked at again, and by hand. */
export function useRefresh(accountId: string): Refresh {
  const [state, setState] = useState<RecordsSync>({ kind: 'idle' });

  useEffect(() => {
    setState({ kind: 'idle' });
    const stop = windowApi().onEvent((event) => {
      if (event.kind === 'records-sync' && event.accountId === accountId) setState(event.state);
    });
    const look = (): void => void windowApi().call('records.refresh', { unlessWithinMs: FRESH_FOR_MS });
    look();
    window.addEventListener('focus', look);
    return () => {
      stop();
      window.removeEventListener('focus', look);
    };
  }, [accountId]);

  const refresh = useCallback(() => void windowApi().call('records.refresh', { unlessWithinMs: 0 }), []);
  const cancel = useCallback(() => void windowApi().call('records.cancelRefresh', {}), []);
  return { state, refresh, cancel };
}
