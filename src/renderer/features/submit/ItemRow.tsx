import {
  IconArrowBarToUp,
  IconCheck,
  IconChevronRight,
  IconCopy,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import type { Item, ItemState } from '../../../shared/bridge/submissions.ts';
import { shortenHex } from '../../../shared/hex.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { useCopy } from '../../ui/copy.ts';
import { formatCost } from '../../ui/cost.ts';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { FileName } from '../../ui/FileName.tsx';
import { visibleName } from '../../ui/file-name.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatSize } from '../../ui/sizes.ts';
import { Decisions } from './Decisions.tsx';
import type { Decision } from './decisions.ts';
import classes from './ItemRow.module.css';
import { actionLabel, actionsFor, type ItemAction } from './item-actions.ts';
import { StateCell } from './StateCell.tsx';

type Props = {
  readonly id: number;
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly start: number;
  readonly active: boolean;
  readonly open: boolean;
  readonly measure: (node: HTMLElement | null) => void;
  readonly onActive: (id: number) => void;
  readonly onOpen: (id: number) => void;
  readonly onAction: (action: ItemAction, id: number) => void;
  readonly onDecision: (decision: Decision, id: number) => void;
};

export const ItemRow = memo(function ItemRow({
  id,
  index,
  start,
  active,
  open,
  measure,
  onActive,
  onOpen,
  onAction,
  onDecision,
}: Props) {
  const item = useWindowStore((state) => state.items.get(id));
  if (!item) return null;
  const tabIndex = active ? 0 : -1;
  const uncertain = item.state.kind === 'unsettled';
  const decisions = <Decisions item={item} place="row" tabIndex={tabIndex} onDecision={onDecision} />;
  return (
    <tr
      ref={measure}
      className={classes.row}
      aria-rowindex={index + 1}
      aria-selected={open}
      data-index={index}
      data-state={item.state.kind}
      tabIndex={tabIndex}
      onFocus={() => onActive(id)}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => onOpen(id)}
    >
      <td className={classes.file}>
        <FileIcon name={item.name} />
        <div className={classes.words}>
          <div className={classes.name}>
            <FileName name={item.name} />
          </div>
          <Where item={item} />
        </div>
      </td>
      <td className={classes.state}>
        <StateCell item={item} />
        {!uncertain && decisions}
      </td>
      <td className={classes.receipt}>
        <Receipt state={item.state} tabIndex={tabIndex} />
        {item.cost && <span className={classes.cost}>{formatCost(item.cost)}</span>}
      </td>
      <td className={classes.actions}>
        {uncertain && decisions}
        {actionsFor(item.state).map((action) => (
          <IconButton
            key={action}
            icon={actionIcons[action]}
            label={`${actionLabel(action, item.state)}: ${visibleName(item.name)}`}
            tabIndex={tabIndex}
            onClick={() => onAction(action, id)}
          />
        ))}
        <IconButton
          icon={IconChevronRight}
          label={`Details: ${visibleName(item.name)}`}
          tabIndex={tabIndex}
          onClick={() => onOpen(id)}
        />
      </td>
    </tr>
  );
});

function Where({ item }: { readonly item: Item }) {
  const size = item.size === null ? null : formatSize(item.size);
  return (
    <div className={classes.where}>
      {item.folder !== null && (
        <bdi className={classes.folder} title={item.folder}>
          {visibleName(item.folder)}
        </bdi>
      )}
      {size !== null && <span className={classes.size}>{size}</span>}
    </div>
  );
}

function Receipt({ state, tabIndex }: { readonly state: ItemState; readonly tabIndex: number }) {
  const { copied, copy } = useCopy();
  if (!('submissionId' in state)) return null;
  const id = state.submissionId;
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes.slip}
      title={`Receipt ${id}`}
      aria-label={copied ? 'Copied' : `Copy receipt ${id}`}
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        copy(id);
      }}
    >
      {shortenHex(id)}
      <Icon size={16} stroke={1.7} aria-hidden="true" />
    </button>
  );
}

const actionIcons: { readonly [Action in ItemAction]: TablerIcon } = {
  cancel: IconX,
  retry: IconRefresh,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  'send-next': IconArrowBarToUp,
  remove: IconTrash,
};
