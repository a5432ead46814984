import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockHour4,
  IconHelpCircle,
  IconInfoCircle,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Verdict.module.css';

/** `open`: neither good nor bad can be said. */
export type Tone = 'good' | 'active' | 'warn' | 'open' | 'bad' | 'quiet';

const icons: { readonly [Kind in Tone]: TablerIcon } = {
  good: IconCircleCheck,
  active: IconClockHour4,
  warn: IconAlertTriangle,
  open: IconHelpCircle,
  bad: IconX,
  quiet: IconInfoCircle,
};

type VerdictProps = {
  readonly words: { readonly tone: Tone; readonly title: string; readonly text: string };
  readonly testId?: string;
  readonly children?: ReactNode;
};

export function Verdict({ words, testId, children }: VerdictProps) {
  const Icon = icons[words.tone];
  return (
    <div className={classes.verdict} data-tone={words.tone} data-testid={testId}>
      <Icon size={24} stroke={1.7} aria-hidden="true" />
      <div className={classes.words}>
        <h2>{words.title}</h2>
        {words.text !== '' && <p>{words.text}</p>}
        {children}
      </div>
    </div>
  );
}

type StateMarkProps = { readonly tone: Tone; readonly text: string };

export function StateMark({ tone, text }: StateMarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {text}
    </span>
  );
}
