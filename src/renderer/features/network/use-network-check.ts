import { useEffect, useRef, useState } from 'react';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { Failure, Result } from '../../../shared/failures/failure.ts';
import { change } from '../../data/calls.ts';

/** The subject of a check: a stored record, or the claim of a receipt. */
export type NetworkTarget =
  | ({ readonly kind: 'record' } & Omit<CallInputs['network.check'], 'checkId'>)
  | ({ readonly kind: 'receipt' } & Omit<CallInputs['network.checkReceipt'], 'checkId'>);

type CheckState<Answer> =
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly reason: Failure };

/** One request to a node, which can be cancelled. It is cancelled with the component. */
export function useNetworkCheck<Answer>() {
  const [state, setState] = useState<CheckState<Answer>>({ kind: 'not-asked' });
  const running = useRef<string | null>(null);

  const cancel = useRef(() => {
    if (running.current !== null) void change('network.cancel', { checkId: running.current });
    running.current = null;
    setState({ kind: 'not-asked' });
  }).current;

  const ask = async (call: (checkId: string) => Promise<Result<Answer>>): Promise<void> => {
    const checkId = crypto.randomUUID();
    running.current = checkId;
    setState({ kind: 'asking' });
    const answer = await call(checkId);
    // The check was stopped meanwhile.
    if (running.current !== checkId) return;
    running.current = null;
    setState(answer.ok ? { kind: 'answered', answer: answer.value } : { kind: 'refused', reason: answer.error });
  };

  useEffect(() => cancel, [cancel]);
  return { state, ask, cancel };
}
