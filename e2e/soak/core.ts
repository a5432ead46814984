import type { Item } from '../../src/shared/submissions.ts';
import { type CoreMessage, coreOrders, type ShownRow } from './core-messages.ts';
import { openOutboxCore } from './outbox-core.ts';

// The process that is killed: the outbox with everything under it, told what to take in and telling what it shows.
const { userData, service, drops } = coreOrders.parse(JSON.parse(process.argv[2] ?? ''));
const tell = (message: CoreMessage): void => void process.send?.(message);
// Nobody is left to end it once the harness is gone.
process.on('disconnect', () => process.exit(0));

const { accountId, outbox } = await openOutboxCore({
  userData,
  service,
  send: (event) => {
    if (event.kind === 'items-changed') tell({ kind: 'rows', rows: event.items.map(shown) });
  },
});
await outbox.recover();
tell({ kind: 'recovered', rows: outbox.view(accountId).items.map(shown) });
outbox.wake();
for (const paths of drops) {
  const answer = await outbox.add(accountId, paths);
  tell(
    answer.ok
      ? { kind: 'dropped', added: answer.value.added, refused: null }
      : { kind: 'dropped', added: 0, refused: answer.error.detail ?? answer.error.message },
  );
}

function shown({ id, name, state }: Item): ShownRow {
  return {
    id,
    name,
    kind: state.kind,
    submissionId: 'submissionId' in state ? state.submissionId : null,
    reason: 'reason' in state ? state.reason.code : null,
  };
}
