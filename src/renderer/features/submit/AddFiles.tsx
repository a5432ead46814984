import { IconFilePlus, IconFolderPlus, IconLock } from '@tabler/icons-react';
import { rowText } from '../../../shared/text.ts';
import { activeIsPractice, useWindowStore } from '../../data/window-state.ts';
import { DropOverlay } from '../../ui/DropOverlay.tsx';
import { askingZone, useDragged } from '../../ui/dragging.ts';
import { formatCount } from '../../ui/format.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { ariaKeys, withKeys } from '../../ui/shortcuts.ts';
import classes from './AddFiles.module.css';
import { addFiles, chooseFiles } from './commands.ts';
import { askAboutReceipts } from './dropped-receipts.ts';
import { QueueSettings } from './QueueSettings.tsx';

export function EmptyState() {
  const practice = useWindowStore(activeIsPractice);
  return (
    <div className={classes.empty}>
      <div className={classes.card}>
        <SlipArt size={176} />
        <h1>Drop a file, get a slip</h1>
        <p className={classes.lead}>
          Drop files or folders anywhere in this window, or paste them. Each file gets a receipt that you can keep.
        </p>
        <ChooseButtons />
        <QueueSettings />
        {practice && <p className={classes.note}>This is the practice account. Nothing real is spent.</p>}
      </div>
    </div>
  );
}

export function ChooseButtons() {
  return (
    <div className={classes.buttons}>
      <ActionButton
        icon={IconFilePlus}
        variant="filled"
        title={withKeys('Choose files', 'choose-files')}
        aria-keyshortcuts={ariaKeys('choose-files')}
        onClick={() => void chooseFiles('files')}
      >
        Choose files
      </ActionButton>
      <ActionButton
        icon={IconFolderPlus}
        title={withKeys('Choose folder', 'choose-folder')}
        aria-keyshortcuts={ariaKeys('choose-folder')}
        onClick={() => void chooseFiles('folder')}
      >
        Choose folder
      </ActionButton>
      <ActionButton
        icon={IconLock}
        variant="subtle"
        title="Choose files, and who can read them"
        onClick={() => void chooseFiles('files', true)}
      >
        Private…
      </ActionButton>
    </div>
  );
}

/** Submits files that are dropped on the window or pasted into it, on any screen. */
export function FileDrop({ onTaken }: { readonly onTaken: () => void }) {
  const dragged = useDragged((files, asks) => {
    if (!asks && askAboutReceipts(files)) return;
    onTaken();
    void addFiles(files, asks);
  });
  const payer = useWindowStore((state) => state.accounts.find(({ id }) => id === state.activeAccountId)?.name);
  if (dragged === null) return null;
  return (
    <DropOverlay
      title={dropTitle(dragged.count, payer)}
      note="Files and folders of any size."
      art={<SlipArt size={128} />}
      zone={<PrivateZone aimedAt={dragged.asks} />}
    />
  );
}

/** With several accounts, the title names the one that pays. */
function dropTitle(count: number, payer: string | undefined): string {
  const what = count > 1 ? `Drop to submit ${formatCount(count)} items` : 'Drop to submit';
  return payer === undefined ? what : `${what}, paid by ${rowText(payer)}`;
}

/** A slip that comes out of a slot, with a drop falling on it. Decoration only. */
function SlipArt({ size }: { readonly size: number }) {
  return (
    <svg className={classes.art} width={size} height={size} viewBox="0 0 160 160" aria-hidden="true" focusable="false">
      <ellipse className={classes.pool} cx="80" cy="142" rx="52" ry="8" />
      <g className={classes.slip}>
        <path className={classes.paper} d="M44 58H116V133l-9-7-9 7-9-7-9 7-9-7-9 7-9-7-9 7Z" />
        <path className={classes.line} d="M57 98h28M57 109h46M92 98h11" />
        <path className={classes.tick} d="m72 79 5.500 5.500L89 73" />
      </g>
      <rect className={classes.slot} x="34" y="50" width="92" height="12" rx="6" />
      <path
        className={classes.drop}
        d="M80 6c6.500 8.200 11.500 15 11.500 21.500a11.500 11.500 0 0 1-23 0C68.500 21 73.500 14.200 80 6Z"
      />
    </svg>
  );
}

/** The target for private files: Dropslip asks who can read them. The button does the same without a mouse. */
function PrivateZone({ aimedAt }: { readonly aimedAt: boolean }) {
  return (
    <div className={classes.zone} data-aimed-at={aimedAt} data-testid="private-zone" {...askingZone}>
      <IconLock size={20} stroke={1.7} aria-hidden="true" />
      {aimedAt ? 'Drop to choose who can read it' : 'Drop here to keep private'}
    </div>
  );
}
