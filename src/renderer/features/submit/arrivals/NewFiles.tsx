import { IconArrowUp } from '@tabler/icons-react';
import { arrivalWords } from './arrivals.ts';
import classes from './NewFiles.module.css';

type Props = { readonly unseen: number; readonly onShow: () => void };

/** Leads to files that came while the person looked at others. It lies over the list and takes no room from it. */
export function NewFiles({ unseen, onShow }: Props) {
  if (unseen === 0) return null;
  return (
    <div className={classes.place}>
      <button type="button" className={classes.button} onClick={onShow}>
        {arrivalWords(unseen)}
        <IconArrowUp size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  );
}
