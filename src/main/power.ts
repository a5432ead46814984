import { powerMonitor, powerSaveBlocker } from 'electron';
import type { DomainEvents } from '../core/domain-events.ts';
import type { Submission } from '../shared/bridge/submissions.ts';
import { isWorkedOn } from '../shared/submissions/submission-state.ts';

/**
 * A machine that is left alone with a batch does not fall asleep over it; its display may. `known` are the submissions that are
 * there at the start. `onWake`: the machine slept all the same, and connections of before are gone.
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
