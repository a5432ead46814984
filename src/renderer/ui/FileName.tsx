import { IconFile, IconFolder } from '@tabler/icons-react';
import { visibleName } from '../../shared/text.ts';
import classes from './FileName.module.css';
import { splitFileName } from './split-file-name.ts';

export function FileIcon({ content }: { readonly content: 'file' | 'folder' }) {
  const Icon = content === 'folder' ? IconFolder : IconFile;
  return (
    <span className={classes.tile}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
    </span>
  );
}

type FileNameProps = { readonly name: string };

/** A name in its own reading direction, shortened in the middle if necessary. */
export function FileName({ name }: FileNameProps) {
  const shown = visibleName(name);
  const { head, tail } = splitFileName(shown);
  return (
    <bdi className={classes.name} title={shown}>
      <span className={classes.head}>{head}</span>
      {tail !== '' && <span className={classes.tail}>{tail}</span>}
    </bdi>
  );
}
