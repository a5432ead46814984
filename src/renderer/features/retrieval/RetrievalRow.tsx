import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconFolderOpen,
  IconLock,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { isOver, type Retrieval, type RetrievalState } from '../../../shared/bridge/retrieval.ts';
import { cleanText } from '../../../shared/text.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { ActionButton, IconButton } from '../../ui/IconButton.tsx';
import { changeOrNotify } from '../../ui/notes.tsx';
import { useNow } from '../../ui/now.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { openAccountDialog } from '../accounts/index.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { needsNode, retrievalName, retrievalShare, retrievalTone, retrievalWords } from './retrieval-words.ts';
import classes from './Tray.module.css';

type Props = { readonly retrieval: Retrieval };

export function RetrievalRow({ retrieval }: Props) {
  const { id, state } = retrieval;
  const now = useNow(state.kind === 'waiting' && state.until !== null);
  const share = retrievalShare(state);
  const name = retrievalName(retrieval);
  const Icon = iconOf(state);
  return (
    <li className={classes.row} data-tone={retrievalTone(state)}>
      <Icon className={classes.icon ?? ''} size={20} stroke={1.7} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={classes.state}>{cleanText(retrievalWords(state, now))}</p>
        {share !== null && <ProgressBar percent={Math.floor(share * 100)} label={`Download of ${name}`} />}
      </div>
      <div className={classes.actions}>
        <Actions retrieval={retrieval} />
        <IconButton
          icon={IconX}
          label={isOver(state) ? `Remove ${name}` : `Cancel downloading ${name}`}
          onClick={() => void changeOrNotify('retrieval.dismiss', { id })}
        />
      </div>
    </li>
  );
}

function Actions({ retrieval }: Props) {
  const { accountId, id, state } = retrieval;
  const hasNoNode = useWindowStore(
    ({ accounts }) => accounts.find((one) => one.id === accountId)?.nodeAddress === null,
  );
  const [asksForKey, setAsksForKey] = useState(false);
  switch (state.kind) {
    case 'saved':
      return (
        <ActionButton icon={IconFolderOpen} onClick={() => void changeOrNotify('retrieval.show', { id })}>
          Show in folder
        </ActionButton>
      );
    case 'failed':
      return (
        <>
          {hasNoNode && needsNode(state) && (
            <Button variant="default" onClick={() => openAccountDialog({ kind: 'edit', accountId, at: 'nodeAddress' })}>
              Set a network node…
            </Button>
          )}
          <ActionButton icon={IconRefresh} onClick={() => void changeOrNotify('retrieval.retry', { id })}>
            Try again
          </ActionButton>
        </>
      );
    case 'needs-key':
      return (
        <>
          <ActionButton icon={IconLock} variant="filled" onClick={() => setAsksForKey(true)}>
            Open…
          </ActionButton>
          <KeyDialog retrieval={retrieval} isOpen={asksForKey} onClose={() => setAsksForKey(false)} />
        </>
      );
    default:
      return null;
  }
}

function iconOf({ kind }: RetrievalState): TablerIcon {
  if (kind === 'saved') return IconCircleCheck;
  if (kind === 'needs-key') return IconLock;
  return kind === 'failed' ? IconAlertTriangle : IconDownload;
}
