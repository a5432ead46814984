import {
  IconAlertCircle,
  IconBan,
  IconCircleCheckFilled,
  IconCircleX,
  IconClock,
  IconFingerprint,
  IconHelpCircle,
  IconListSearch,
  IconPlayerPause,
  IconReceipt,
  IconRotateClockwise,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import { isBeingChecked, type SubmissionState, type SubmissionStateKind } from '../../../shared/bridge/submissions.ts';

const icons: { readonly [Kind in SubmissionStateKind]: TablerIcon } = {
  waiting: IconClock,
  preparing: IconFingerprint,
  sending: IconUpload,
  retrying: IconRotateClockwise,
  paused: IconPlayerPause,
  cancelled: IconBan,
  rejected: IconAlertCircle,
  unsettled: IconHelpCircle,
  submitted: IconReceipt,
  confirmed: IconCircleCheckFilled,
  failed: IconCircleX,
};

type Props = { readonly state: SubmissionState };

export function StateIcon({ state }: Props) {
  const Icon = isBeingChecked(state) ? IconListSearch : icons[state.kind];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}
