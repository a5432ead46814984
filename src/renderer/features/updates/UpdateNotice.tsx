import { Modal } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { updateNoticeWords } from '../../../shared/messages/updates.ts';
import { hideNote, showOffer } from '../../ui/feedback/notes.tsx';
import { useGivesWay } from '../../ui/shortcuts/gives-way.ts';
import { UpdateState } from './UpdateState.tsx';
import { useUpdates } from './use-updates.ts';

const useUpdateDialog = create<{ readonly open: boolean }>(() => ({ open: false }));

const open = (): void => useUpdateDialog.setState({ open: true });
const close = (): void => useUpdateDialog.setState({ open: false });

/** What has been told: nobody wants to hear it twice. */
const told = new Set<string>();

export function UpdateNotice() {
  const updates = useUpdates();
  const dialog = useUpdateDialog();
  const givesWay = useGivesWay(dialog.open, close);
  const words = updates === null ? null : updateNoticeWords(updates.state);
  useEffect(() => {
    if (words === null || told.has(words)) return;
    told.add(words);
    // Who looks at it sees it already.
    if (useUpdateDialog.getState().open) return;
    const note = showOffer([words], { label: 'See what is new', icon: IconSparkles, onChosen: open, ms: null });
    return () => hideNote(note);
  }, [words]);
  return (
    <Modal {...givesWay} opened={dialog.open} onClose={close} size="40rem" title="A new version of Dropslip">
      {updates !== null && updates.feed !== null && <UpdateState feed={updates.feed} state={updates.state} />}
    </Modal>
  );
}
