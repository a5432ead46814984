import {
  IconAlertCircle,
  IconBan,
  IconCircleCheckFilled,
  IconCircleX,
  IconClock,
  IconFingerprint,
  IconHelpCircle,
  IconPlayerPause,
  IconReceipt,
  IconRotateClockwise,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ItemStateKind } from '../../../shared/submissions.ts';

const icons: { readonly [Kind in ItemStateKind]: TablerIcon } = {
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

type Props = { readonly kind: ItemStateKind };

export function StateIcon({ kind }: Props) {
  const Icon = icons[kind];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}
