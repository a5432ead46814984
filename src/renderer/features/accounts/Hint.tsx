import { IconAlertTriangle } from '@tabler/icons-react';
import type { Words } from './account-words.ts';
import classes from './Hint.module.css';

type Props = { readonly words: Words };

/** A sentence that helps: quiet when it is plain, with a sign where it warns. */
export function Hint({ words }: Props) {
  return (
    <span className={classes.hint} data-tone={words.tone}>
      {words.tone !== 'plain' && <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />}
      <bdi>{words.text}</bdi>
    </span>
  );
}
