import { IconAlertTriangle, IconCircleCheck, IconClock, IconCopy, type TablerIcon } from '@tabler/icons-react';
import type { RecordPhase } from '../../../shared/records.ts';
import type { SpendingRow } from '../../../shared/spending.ts';
import classes from './PhaseCell.module.css';
import { phaseNames } from './spending-words.ts';

const icons: { readonly [Phase in RecordPhase]: TablerIcon } = {
  pending: IconClock,
  'in-block': IconCircleCheck,
  failed: IconAlertTriangle,
};

/** What became of a submission, and whether the service has two records of it. */
export function PhaseCell({ row }: { readonly row: SpendingRow }) {
  const Icon = icons[row.phase];
  return (
    <span className={classes.phase} data-phase={row.phase} title={row.error ?? undefined}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      {phaseNames[row.phase]}
      {row.doubled && (
        <span className={classes.doubled} title="The service has several records with this id">
          <IconCopy size={16} stroke={1.7} aria-hidden="true" />
          <span className={classes.words}>Several records</span>
        </span>
      )}
    </span>
  );
}
