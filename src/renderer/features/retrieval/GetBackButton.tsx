import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import { ActionButton } from '../../ui/IconButton.tsx';
import { getBack } from './retrieval-state.ts';

type Props = { readonly from: CallInputs['retrieval.start']['from'] };

export function GetBackButton({ from }: Props) {
  const [busy, setBusy] = useState(false);
  return (
    <ActionButton
      icon={IconDownload}
      loading={busy}
      onClick={() => {
        setBusy(true);
        void getBack(from).finally(() => setBusy(false));
      }}
    >
      Download
    </ActionButton>
  );
}
