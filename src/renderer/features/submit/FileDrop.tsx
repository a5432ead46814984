import { DropOverlay } from '../../ui/files/DropOverlay.tsx';
import { useDragged } from '../../ui/files/dragging.ts';
import { checkAgainst, checkOverlay } from '../verify/index.ts';
import { addFiles } from './commands.ts';
import { SlipArt } from './SlipArt.tsx';

type Props = { readonly onTaken: () => void };

/**
 * Takes what is dropped on the window or pasted into it, whichever screen is open: it is submitted, but what is let go on
 * a submission is only checked against it.
 */
export function FileDrop({ onTaken }: Props) {
  const dragged = useDragged({
    onRecord: checkAgainst,
    onFiles: (files) => {
      onTaken();
      void addFiles(files);
    },
  });
  if (dragged === null) return null;
  const { count, record, records } = dragged;
  const words =
    record === null
      ? {
          title: `Let go to submit ${count > 1 ? `${count} submissions` : 'it'}`,
          note: records
            ? 'To check a file against a submission, let go on that one instead.'
            : 'Files and folders are fine. Each file gets its own receipt.',
          seeThrough: records,
        }
      : checkOverlay(record, count);
  return <DropOverlay {...words} art={<SlipArt size={128} />} />;
}
