import { create } from 'zustand';
import type { OpenedFiles } from '../../../../shared/bridge/app/desktop.ts';
import type { WeighedDrop } from '../../../../shared/bridge/drops.ts';
import { failureMessage } from '../../../../shared/messages/failures/failure-message.ts';
import { ask, change } from '../../../data/calls.ts';
import { goTo } from '../../../data/navigation.ts';
import { windowEvents } from '../../../data/window-events.ts';
import { showNotes } from '../../../ui/feedback/notes.tsx';
import { notAddedWords } from './drop-words.ts';

type Counted = { readonly files: number; readonly bytes: number };

/** The drops that the person is asked about, oldest first: main holds what is in them. */
type AskedDrops = { readonly dropIds: readonly number[]; readonly counted: ReadonlyMap<number, Counted> };

const useAskedDrops = create<AskedDrops>(() => ({ dropIds: [], counted: new Map() }));

windowEvents.on('drops.counted', ({ dropId, files, bytes }) =>
  useAskedDrops.setState(({ counted }) => ({ counted: new Map(counted).set(dropId, { files, bytes }) })),
);

export function takeOpened(opened: OpenedFiles): void {
  goTo('submit');
  if (opened.kind === 'asks') askAbout(opened.dropId);
  else showNotes([failureMessage(opened.reason)], 'warning');
}

export function askAbout(...dropIds: readonly number[]): void {
  useAskedDrops.setState(({ dropIds: before }) => ({ dropIds: [...new Set([...before, ...dropIds])] }));
}

/** What main is still asking about: the window was reloaded while it asked. */
export async function askAgain(): Promise<void> {
  const { dropIds } = await ask('drops.asked', {});
  askAbout(...dropIds);
}

/** The one that is asked about now; null where none is. */
export function useAskedDrop(): { readonly dropId: number; readonly counted: Counted } | null {
  const dropId = useAskedDrops((state) => state.dropIds[0]);
  const counted = useAskedDrops((state) => state.counted.get(dropId ?? 0));
  return dropId === undefined ? null : { dropId, counted: counted ?? { files: 0, bytes: 0 } };
}

export function endQuestion(dropId: number): void {
  useAskedDrops.setState(({ dropIds, counted }) => {
    const rest = new Map(counted);
    rest.delete(dropId);
    return { dropIds: dropIds.filter((id) => id !== dropId), counted: rest };
  });
}

/** There is nothing in it that could be added. */
export async function forgetDrop(dropId: number): Promise<void> {
  endQuestion(dropId);
  await change('drops.forget', { dropId });
}

/** Nothing of it is added, which is said. */
export async function closeQuestion(dropId: number, drop: WeighedDrop | null): Promise<void> {
  await forgetDrop(dropId);
  showNotes([notAddedWords(drop)], 'info');
}
