import { powerMonitor, powerSaveBlocker } from 'electron';
import type { App } from '../core/app.ts';
import type { DomainEvents } from '../core/domain-events.ts';
import { goingOn } from '../shared/submissions/batch-status.ts';

/**
 * Keeps the computer awake while files are being worked on; its display may sleep. After a sleep, when old connections
 * are gone, the queue connects again.
 */
export function followPower(events: DomainEvents, dropslip: App): void {
  let blocker: number | null = null;

  const settle = (): void => {
    const isWorking = dropslip
      .batches()
      .values()
      .some(({ counts }) => goingOn(counts) > 0);
    if (isWorking) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  powerMonitor.on('resume', () => dropslip.features.submissions.queue.reconnect());
  settle();
  events.on('submissions.removed', settle);
  events.on('submissions.changed', settle);
}
