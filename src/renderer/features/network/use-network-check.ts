import { useEffect, useRef, useState } from 'react';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { NetworkAnswer } from '../../../shared/bridge/network.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { change, windowApi } from '../../data/calls.ts';

/** The subject of a check: a stored record, or the claim of a receipt. */
export type NetworkTarget =
  | ({ readonly kind: 'record' } & Omit<CallInputs['network.check'], 'checkId'>)
  | ({ readonly kind: 'receipt' } & Omit<CallInputs['network.checkReceipt'], 'checkId'>);

export type CheckState =
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly answer: NetworkAnswer }
  | { readonly kind: 'refused'; readonly reason: Failure };

export function useNetworkCheck() {
  const [state, setState] = useState<CheckState>({ kind: 'not-asked' });
  const running = useRef<string | null>(null);

  const cancel = (): void => {
    if (running.current === null) return;
    void change('network.cancel', { checkId: running.current });
    running.current = null;
    setState({ kind: 'not-asked' });
  };

  const ask = async (target: NetworkTarget): Promise<void> => {
    const checkId = crypto.randomUUID();
    running.current = checkId;
    setState({ kind: 'asking' });
    const answer = await askMain(checkId, target);
    // The check was stopped meanwhile.
    if (running.current !== checkId) return;
    running.current = null;
    setState(answer.ok ? { kind: 'answered', answer: answer.value } : { kind: 'refused', reason: answer.error });
  };

  useEffect(
    () => () => {
      if (running.current !== null) void change('network.cancel', { checkId: running.current });
      running.current = null;
    },
    [],
  );
  return { state, ask, cancel };
}

function askMain(checkId: string, { kind, ...asked }: NetworkTarget) {
  return 'claim' in asked
    ? windowApi().call('network.checkReceipt', { checkId, ...asked })
    : windowApi().call('network.check', { checkId, ...asked });
}
