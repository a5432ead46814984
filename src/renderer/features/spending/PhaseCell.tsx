import { IconAlertTriangle, IconCircleCheck, IconClock, IconCopy, type TablerIcon } from '@tabler/icons-react';
import type { RecordRow } from '../../../shared/bridge/records.ts';
import type { RecordPhase } from '../../../shared/records.ts';
import classes from './PhaseCell.module.css';
import { phaseNames } from './spending-words.ts';

const iconOf = (Icon: TablerIcon): React.ReactNode => <Icon size={18} stroke={1.7} aria-hidden="true" />;

/** Made once: the same element is not drawn again when a row becomes another's. */
const icons: { readonly [Phase in RecordPhase]: React.ReactNode } = {
  pending: iconOf(IconClock),
  'in-block': iconOf(IconCircleCheck),
  failed: iconOf(IconAlertTriangle),
};

/** What became of a submission, and whether the service has two records of it. */
export function PhaseCell({ row }: { readonly row: RecordRow }) {
  return (
    <span className={classes.phase} data-phase={row.phase} title={row.error ?? undefined}>
      {icons[row.phase]}
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
