import { IconFile } from '@tabler/icons-react';
import { FileName } from '../../ui/FileName.tsx';
import { formatSize } from '../../ui/sizes.ts';
import { ChooseOne } from './ChooseOne.tsx';
import { takeFile } from './commands.ts';
import classes from './Slot.module.css';
import { Slot } from './Slot.tsx';

type Props = { readonly file: File | null; readonly hovered: boolean };

/** The file that is in question. */
export function FileSlot({ file, hovered }: Props) {
  return (
    <Slot name="file" title="The file" icon={IconFile} filled={file !== null} hovered={hovered}>
      {file === null ? (
        <p className={classes.soft}>Drop the file here that you want to be sure of.</p>
      ) : (
        <dl className={classes.facts}>
          <dt>Name</dt>
          <dd>
            <FileName name={file.name} />
          </dd>
          <dt>Size</dt>
          <dd>{formatSize(file.size)}</dd>
        </dl>
      )}
      <div className={classes.buttons}>
        <ChooseOne
          label={file === null ? 'Choose the file' : 'Choose another file'}
          what="file"
          primary={file === null}
          onChosen={takeFile}
        />
      </div>
    </Slot>
  );
}
