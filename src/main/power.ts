import { powerMonitor, powerSaveBlocker } from 'electron';
import type { DomainEvents } from '../core/domain-events.ts';
import type { Submission } from '../shared/bridge/submissions.ts';
import { isWorkedOn } from '../shared/submissions/submission-state.ts';

/**
 * Keeps the computer awake while files are being worked on; its display may sleep. `known`: the submissions at the
 * start. `onWake`: called after a sleep, when old connections are gone.
 */
export function followPower(events: DomainEvents, known: readonly Submission[], onWake: () => void): void {
  const underWay = new Set(known.filter(({ state }) => isWorkedOn(state)).map(({ id }) => id));
  let blocker: number | null = null;

  const settle = (): void => {
    if (underWay.size > 0) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };

  powerMonitor.on('resume', onWake);
  settle();
  events.on('submissions.removed', ({ ids }) => {
    for (const id of ids) underWay.delete(id);
    settle();
  });
  events.on('submissions.changed', ({ submissions }) => {
    for (const { id, state } of submissions) {
      if (isWorkedOn(state)) underWay.add(id);
      else underWay.delete(id);
    }
    settle();
  });
}
