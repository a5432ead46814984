import { visibleName } from '../../../shared/text.ts';
import classes from './FileIcon.module.css';
import { splitFileName } from './file-name.ts';

type Props = { readonly name: string };

/** A name in its own reading direction, shortened in the middle where it does not fit. */
export function FileName({ name }: Props) {
  const shown = visibleName(name);
  const { head, tail } = splitFileName(shown);
  return (
    <bdi className={classes.name} title={shown}>
      <span className={classes.head}>{head}</span>
      {tail !== '' && <span className={classes.tail}>{tail}</span>}
    </bdi>
  );
}
