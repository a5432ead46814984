import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { rowText } from '../../../shared/text.ts';
import { change, windowApi } from '../../data/calls.ts';
import { formatCount } from '../../ui/format.ts';
import classes from './NetworkCheck.module.css';

type Props = {
  /** The text of the field, not validated. */
  readonly address: string;
};

export function TryNode({ address }: Props) {
  const [said, setSaid] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const running = useRef<string | null>(null);

  const stop = (): void => {
    if (running.current !== null) void change('network.cancel', { checkId: running.current });
    running.current = null;
    setAsking(false);
  };

  const attempt = async (): Promise<void> => {
    const checkId = crypto.randomUUID();
    running.current = checkId;
    setAsking(true);
    setSaid(null);
    const answer = await windowApi().call('network.tryNode', { checkId, address });
    if (running.current !== checkId) return;
    running.current = null;
    setAsking(false);
    setSaid(
      answer.ok
        ? `It answers: ${rowText(answer.value.chain)}, final up to block ${formatCount(answer.value.finalizedNumber)}.`
        : failureMessage(answer.error),
    );
  };

  // The last answer belongs to another address.
  const stopNow = useRef(stop);
  stopNow.current = stop;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for each new address.
  useEffect(() => {
    setSaid(null);
    return () => stopNow.current();
  }, [address]);

  return (
    <div className={classes.check}>
      <Button variant="default" loading={isAsking} disabled={address.trim() === ''} onClick={() => void attempt()}>
        Try it
      </Button>
      <div className={classes.live} aria-live="polite">
        {said !== null && (
          <p>
            <bdi>{said}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
