import { Button } from '@mantine/core';
import { IconCubeSpark } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NetworkAnswer } from '../../../shared/bridge/network.ts';
import { ask, change } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { queryClient } from '../../data/queries.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { ActionButton } from '../../ui/IconButton.tsx';
import { Verdict } from '../../ui/Verdict.tsx';
import classes from './NetworkCheck.module.css';
import { answerWords, type NetworkTarget, networkSections, networkText } from './network-sections.ts';

type Props = { readonly target: NetworkTarget };

/** The check is cancelled with the component. */
export function NetworkCheck({ target }: Props) {
  const [checkId] = useState(() => crypto.randomUUID());
  const { mutate, reset, data, error, isIdle, isPending } = useMutation({
    mutationFn: () => askMain(checkId, target),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['network.held'] }),
  });
  const stop = (): void => {
    void change('network.cancel', { checkId });
    reset();
  };
  useEffect(() => () => void change('network.cancel', { checkId }), [checkId]);
  return (
    <section className={classes.check} aria-label="Check on the network">
      {/* One button for both actions, so that it keeps the focus. */}
      <ActionButton icon={IconCubeSpark} isBusy={isPending} onClick={() => (isPending ? stop() : mutate())}>
        {isPending ? 'Stop asking' : isIdle ? 'Is it really there?' : 'Ask the network again'}
      </ActionButton>
      <div className={classes.live} aria-live="polite">
        {isPending && <p>Asking the node. Reading a large block takes a while…</p>}
        {error !== null && (
          <Verdict
            testId="network-verdict"
            words={{ tone: 'open', title: 'The network was not checked', text: error.message }}
          />
        )}
        {data !== undefined && <Verdict testId="network-verdict" words={answerWords(data)} />}
      </div>
      {error?.failure.code === 'no-node' && (
        <Button variant="default" onClick={() => goTo('accounts')}>
          Open Accounts
        </Button>
      )}
      {data !== undefined && <Facts answer={data} />}
    </section>
  );
}

function askMain(checkId: string, { kind, ...asked }: NetworkTarget): Promise<NetworkAnswer> {
  return 'claim' in asked
    ? ask('network.checkReceipt', { checkId, ...asked })
    : ask('network.check', { checkId, ...asked });
}

function Facts({ answer }: { readonly answer: NetworkAnswer }) {
  return (
    <Disclosure label="What the node said">
      <div className={classes.facts}>
        <CopyAllButton label="Copy all as text" text={() => networkText(answer)} />
        {networkSections(answer).map((section) => (
          <FieldSlip key={section.title} section={section} />
        ))}
      </div>
    </Disclosure>
  );
}
