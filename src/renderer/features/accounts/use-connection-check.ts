import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import { windowApi } from '../../data/window-api.ts';
import { advanceCheck, type CheckEvent, type CheckRun } from './check-run.ts';

type CheckInput = Omit<CallInputs['accounts.check'], 'checkId'>;

export type ConnectionCheck = {
  readonly run: CheckRun;
  readonly start: (input: CheckInput) => void;
  readonly stop: () => void;
  readonly apply: (event: CheckEvent) => void;
};

/** Runs checks and gathers their lines. What still runs is cancelled when the screen that asked goes away. */
export function useConnectionCheck(): ConnectionCheck {
  const [run, apply] = useReducer(advanceCheck, { kind: 'none' });
  const current = useRef<string | null>(null);

  useEffect(
    () =>
      windowApi().onEvent((event) => {
        if (event.kind === 'check-line') apply({ kind: 'line', checkId: event.checkId, line: event.line });
      }),
    [],
  );

  const stop = useCallback(() => {
    const checkId = current.current;
    if (checkId === null) return;
    current.current = null;
    apply({ kind: 'stopped' });
    void windowApi().call('accounts.cancelCheck', { checkId });
  }, []);

  const start = useCallback(
    (input: CheckInput) => {
      stop();
      const checkId = crypto.randomUUID();
      current.current = checkId;
      apply({ kind: 'started', checkId });
      void windowApi()
        .call('accounts.check', { ...input, checkId })
        .then((answer) => {
          if (current.current !== checkId) return;
          current.current = null;
          apply({ kind: 'answered', checkId, answer });
        });
    },
    [stop],
  );

  useEffect(() => stop, [stop]);
  return { run, start, stop, apply };
}
