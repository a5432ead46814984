import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Deposit } from '../../../shared/deposits.ts';
import { CopyAllButton } from '../../ui/CopyAllButton.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { sectionsAsText } from '../../ui/fields.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import classes from './DepositPanel.module.css';
import { depositSections } from './deposit-details.ts';
import { depositTitle } from './deposit-words.ts';

type Props = { readonly deposit: Deposit; readonly onClose: () => void };

/** All that is kept of one deposit, whole and to be copied. */
export function DepositPanel({ deposit, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  // Opening is a step into the panel, so that the keyboard goes on from there.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const title = depositTitle(deposit);
  const sections = depositSections(deposit);
  return (
    <aside ref={panel} className={classes.panel} aria-label="Details" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <IconButton icon={IconX} label="Close details" onClick={onClose} />
      </div>
      <div className={classes.body}>
        {sections.map((section) => (
          <FieldSlip key={section.title} section={section} />
        ))}
        <CopyAllButton fullWidth label="Copy all" text={() => sectionsAsText(`Deposit of ${title}`, sections)} />
      </div>
    </aside>
  );
}
