import { IconHelpCircle, IconShieldCheck, IconShieldX, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './Verdict.module.css';
import type { VerdictWords } from './verdict-words.ts';

const icons: { readonly [Tone in VerdictWords['tone']]: TablerIcon } = {
  good: IconShieldCheck,
  bad: IconShieldX,
  open: IconHelpCircle,
};

/** The answer, in a box that says at a glance which it is: by its sign and its words, and by colour too. */
export function Verdict({ words }: { readonly words: VerdictWords }) {
  const box = useRef<HTMLDivElement>(null);
  // In a low window it would come below the edge.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const Icon = icons[words.tone];
  return (
    <div ref={box} className={classes.verdict} data-tone={words.tone} data-testid="verdict">
      <Icon size={28} stroke={1.7} aria-hidden="true" />
      <div>
        <h2>{words.title}</h2>
        <p>{words.text}</p>
      </div>
    </div>
  );
}
