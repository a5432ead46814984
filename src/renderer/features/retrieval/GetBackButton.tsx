import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import { getBack } from './retrieval-state.ts';

type Props = { readonly from: CallInputs['retrieval.start']['from'] };

export function GetBackButton({ from }: Props) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
      loading={busy}
      onClick={() => {
        setBusy(true);
        void getBack(from).finally(() => setBusy(false));
      }}
    >
      Download
    </Button>
  );
}
