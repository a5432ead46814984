import { powerMonitor, powerSaveBlocker } from 'electron';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { isWorkedOn } from './batch-end.ts';

export type Power = {
  /** To be told all that the window is told. */
  readonly observe: (event: WindowEvent) => void;
};

/**
 * A machine that is left alone with a batch does not fall asleep over it; its display may. `known` are the submissions that are
 * there at the start. `onWake`: the machine slept all the same, and connections of before are gone.
 */
export function createPower(known: readonly Submission[], onWake: () => void): Power {
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
  return {
    observe(event) {
      if (event.kind === 'submissions-removed') for (const id of event.ids) underWay.delete(id);
      else if (event.kind === 'submissions-changed') {
        for (const { id, state } of event.submissions) {
          if (isWorkedOn(state)) underWay.add(id);
          else underWay.delete(id);
        }
      } else return;
      settle();
    },
  };
}
