import { Button } from '@mantine/core';
import { IconCubeSpark } from '@tabler/icons-react';
import type { NetworkAnswer } from '../../../shared/bridge/network.ts';
import type { Result } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { windowApi } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { CopyAllButton } from '../../ui/copy.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FieldSlip } from '../../ui/FieldSlip.tsx';
import { ActionButton } from '../../ui/IconButton.tsx';
import { Verdict } from '../../ui/Verdict.tsx';
import classes from './NetworkCheck.module.css';
import { answerWords, networkSections, networkText } from './network-sections.ts';
import { type NetworkTarget, useNetworkCheck } from './use-network-check.ts';

type Props = { readonly target: NetworkTarget };

export function NetworkCheck({ target }: Props) {
  const { state, ask, cancel } = useNetworkCheck<NetworkAnswer>();
  const isAsking = state.kind === 'asking';
  return (
    <section className={classes.check} aria-label="Check on the network">
      {/* One button for both actions, so that it keeps the focus. */}
      <ActionButton
        icon={IconCubeSpark}
        isBusy={isAsking}
        onClick={() => (isAsking ? cancel() : void ask((checkId) => askMain(checkId, target)))}
      >
        {isAsking ? 'Stop asking' : state.kind === 'not-asked' ? 'Is it really there?' : 'Ask the network again'}
      </ActionButton>
      <div className={classes.live} aria-live="polite">
        {isAsking && <p>Asking the node. Reading a large block takes a while…</p>}
        {state.kind === 'refused' && (
          <Verdict
            testId="network-verdict"
            words={{ tone: 'open', title: 'The network was not checked', text: failureMessage(state.reason) }}
          />
        )}
        {state.kind === 'answered' && <Verdict testId="network-verdict" words={answerWords(state.answer)} />}
      </div>
      {state.kind === 'refused' && state.reason.code === 'no-node' && (
        <Button variant="default" onClick={() => goTo('accounts')}>
          Open Accounts
        </Button>
      )}
      {state.kind === 'answered' && <Facts answer={state.answer} />}
    </section>
  );
}

function askMain(checkId: string, { kind, ...asked }: NetworkTarget): Promise<Result<NetworkAnswer>> {
  return 'claim' in asked
    ? windowApi().call('network.checkReceipt', { checkId, ...asked })
    : windowApi().call('network.check', { checkId, ...asked });
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
