import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockHour4,
  IconInfoCircle,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone, Words } from './lookup-words.ts';
import classes from './Verdict.module.css';

const icons: { readonly [Kind in Tone]: TablerIcon } = {
  good: IconCircleCheck,
  active: IconClockHour4,
  warn: IconAlertTriangle,
  bad: IconX,
  quiet: IconInfoCircle,
};

type VerdictProps = { readonly words: Words; readonly children?: ReactNode };

export function Verdict({ words, children }: VerdictProps) {
  const Icon = icons[words.tone];
  return (
    <div className={classes.verdict} data-tone={words.tone}>
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
