import { Button } from '@mantine/core';
import { IconCloudQuestion } from '@tabler/icons-react';
import type { Verification } from '../../../shared/bridge/receipts.ts';
import { CopyAllButton } from '../../ui/CopyAllButton.tsx';
import classes from './Answer.module.css';
import { Comparisons } from './Comparisons.tsx';
import { askService } from './commands.ts';
import { Verdict } from './Verdict.tsx';
import { serviceWords, verdictWords, verificationText } from './verdict-words.ts';
import { useVerify } from './verify-state.ts';

/** The verdict, the values that it rests on, and the service's own word when it is asked for. */
export function Answer({ verification }: { readonly verification: Verification }) {
  const asking = useVerify((state) => state.asking);
  const { against } = verification;
  return (
    <div className={classes.answer}>
      <Verdict words={verdictWords(verification)} />
      <Comparisons comparisons={verification.comparisons} against={against.kind} />
      {asking.kind === 'answered' && (
        <>
          <Verdict words={serviceWords(asking.word)} />
          {asking.word.comparison !== null && (
            <Comparisons comparisons={[asking.word.comparison]} against={against.kind} />
          )}
        </>
      )}
      {asking.kind === 'refused' && (
        <Verdict words={{ tone: 'open', title: 'The service did not say', text: asking.reason.message }} />
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconCloudQuestion size={18} stroke={1.7} aria-hidden="true" />}
          loading={asking.kind === 'asking'}
          onClick={() => void askService()}
        >
          Ask the service too
        </Button>
        <CopyAllButton label="Copy the answer" text={() => verificationText(verification, new Date().toISOString())} />
      </div>
    </div>
  );
}
