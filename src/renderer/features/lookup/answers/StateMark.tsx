import type { Tone } from '../lookup-words.ts';
import classes from './StateMark.module.css';

type Props = { readonly tone: Tone; readonly text: string };

/** A state in a word or two, in its colour. */
export function StateMark({ tone, text }: Props) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {text}
    </span>
  );
}
