import { flushCompileCache } from 'node:module';
import { DomainEvents } from '../../src/core/domain-events.ts';
import { standardLimits } from '../../src/core/service/index.ts';
import { dropPaths } from '../../src/core/submissions/drops/drop.fixture.ts';
import type { Submission } from '../../src/shared/bridge/submissions.ts';
import { type CoreMessage, coreOrders, type ShownRow } from './core-messages.ts';
import { openSubmissionsCore } from './submissions-core.ts';

const TOKEN = 'ethereum';

// The process that is killed: the submissions with all layers below. It receives drops and reports its rows.
const { userData, service, submitBy, hasCredits, patience, drops } = coreOrders.parse(
  JSON.parse(process.argv[2] ?? ''),
);
const { answerMs, ...grace } = patience;
const tell = (message: CoreMessage): void => {
  if (process.connected) process.send?.(message);
};
// Ends with the harness, which can no longer stop it.
process.on('disconnect', () => process.exit(0));

const events = new DomainEvents((_name, error) => {
  throw error;
});
events.on('submissions.changed', (changed) => tell({ kind: 'rows', rows: changed.submissions.map(shown) }));
const { accountId, submissions, close } = await openSubmissionsCore({
  userData,
  service,
  submitBy: submitBy === 'api-key' ? { variant: 'api-key' } : { variant: 'access-token', token: TOKEN },
  hasCredits,
  grace,
  limits: { ...standardLimits, stallMs: answerMs, answerMs },
  events,
});
process.once('SIGTERM', () => void close().finally(() => process.exit(0)));
submissions.recover();
tell({ kind: 'recovered', rows: submissions.view(accountId).submissions.map(shown) });
submissions.queue.wake();
// Writes the compile cache now, because a killed process would not. Does nothing without a cache.
flushCompileCache();
for (const paths of drops) {
  const answer = await dropPaths(submissions.drops, accountId, paths);
  tell({ kind: 'dropped', refused: answer.ok ? null : (answer.error.detail ?? answer.error.code) });
}

function shown({ id, name, state }: Submission): ShownRow {
  return { id, name, kind: state.kind, submissionId: 'submissionId' in state ? state.submissionId : null };
}
