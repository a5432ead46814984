import { create } from 'zustand';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import type { Retrieval } from '../../../shared/bridge/retrieval.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../data/calls.ts';
import type { WindowEvents } from '../../data/window-events.ts';
import { showNotes } from '../../ui/notes.tsx';

type Retrievals = {
  readonly byId: ReadonlyMap<number, Retrieval>;
  /** True if the tray lists all downloads, false if it shows only a summary. */
  readonly isOpen: boolean;
};

export const useRetrievals = create<Retrievals>(() => ({ byId: new Map(), isOpen: true }));

export function inOrder(byId: Retrievals['byId']): readonly Retrieval[] {
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

export function listenForRetrievals(events: WindowEvents): void {
  events.on('retrieval.changed', ({ retrieval }) => put([retrieval]));
  events.on('retrieval.dismissed', ({ id }) =>
    useRetrievals.setState(({ byId }) => ({ byId: new Map([...byId].filter(([one]) => one !== id)) })),
  );
  void windowApi()
    .call('retrieval.list', {})
    .then((answer) => {
      // An event that arrived meanwhile is newer.
      if (answer.ok) put(answer.value.filter(({ id }) => !useRetrievals.getState().byId.has(id)));
    });
}

export function showTray(isOpen: boolean): void {
  useRetrievals.setState({ isOpen });
}

export async function getBack(from: CallInputs['retrieval.start']['from']): Promise<boolean> {
  const answer = await windowApi().call('retrieval.start', { from });
  if (answer.ok) {
    put([answer.value]);
    showTray(true);
  } else {
    showNotes([failureMessage(answer.error)], 'warning');
  }
  return answer.ok;
}

function put(retrievals: readonly Retrieval[]): void {
  useRetrievals.setState(({ byId }) => ({
    byId: new Map([...byId, ...retrievals.map((one) => [one.id, one] as const)]),
  }));
}
