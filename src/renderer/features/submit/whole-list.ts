import { isBeingChecked, type Submission } from '../../../shared/bridge/submissions.ts';

/** The files that each of the buttons for all of them is about. */
export type WholeList = {
  readonly pause: readonly number[];
  readonly resume: readonly number[];
  readonly cancel: readonly number[];
  /** How many of those in `pause` are not only being checked: with none of them there is nothing to offer. */
  readonly pausable: number;
  /** How many of those in `resume` the person has stopped, as far as the window knows. */
  readonly resumable: number;
};

/** `working` and `needsYou`: the ids in these groups. */
export function wholeList(
  submissions: ReadonlyMap<number, Submission>,
  working: readonly number[],
  needsYou: readonly number[],
): WholeList {
  const listed = (ids: readonly number[]): readonly Submission[] => ids.flatMap((id) => submissions.get(id) ?? []);
  // What is being checked went out already, and may have been taken: it can be kept from being sent again, not be cancelled.
  const toSend = listed(working).filter(({ state }) => !isBeingChecked(state));
  const pausedByPerson = listed(needsYou).filter(
    ({ state }) => state.kind === 'paused' && state.why.kind === 'by-person',
  );
  const willPause = listed([...working, ...needsYou]).filter(
    ({ state, wish }) => wish === 'pause' && (state.kind === 'sending' || state.kind === 'unsettled'),
  );
  const idsOf = (some: readonly Submission[]): readonly number[] => some.map(({ id }) => id);
  return {
    pause: working,
    pausable: toSend.length,
    // All that works, for the window may not have heard yet what is to be paused.
    resume: [...new Set([...working, ...idsOf(pausedByPerson), ...idsOf(willPause)])],
    cancel: idsOf([...toSend, ...pausedByPerson]),
    resumable: pausedByPerson.length + willPause.length,
  };
}
