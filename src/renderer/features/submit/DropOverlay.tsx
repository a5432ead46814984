import classes from './DropOverlay.module.css';
import { SlipArt } from './SlipArt.tsx';
import type { Dragged } from './use-file-drop.ts';

type Props = { readonly dragged: Dragged };

/** Covers the whole window while something is dragged over it. */
export function DropOverlay({ dragged }: Props) {
  if (!dragged) return null;
  const what = dragged.count > 1 ? `${dragged.count} items` : 'it';
  return (
    <div className={classes.overlay} data-testid="drop-overlay">
      <div className={classes.frame}>
        <SlipArt size={128} />
        <p className={classes.title}>Let go to submit {what}</p>
        <p>Files and folders are fine. Each file gets its own receipt.</p>
      </div>
    </div>
  );
}
