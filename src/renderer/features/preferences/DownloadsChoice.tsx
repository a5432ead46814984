import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useOnLook } from '../../data/queries.ts';
import { changeOrNotify } from '../../ui/feedback/notes.tsx';
import classes from './Preferences.module.css';

/** Where all goes that is saved. Main asks in the system's own dialog: this shows what came of it. */
export function DownloadsChoice() {
  const { data: folder, error, refetch } = useQuery(callQuery('preferences.downloads', null, {}));
  const [isAsking, setAsking] = useState(false);
  // Its drive may have been connected meanwhile.
  useOnLook(refetch);

  const change = async (name: 'preferences.chooseDownloads' | 'preferences.useStandardDownloads'): Promise<void> => {
    setAsking(true);
    await changeOrNotify(name, {});
    await refetch();
    setAsking(false);
  };

  return (
    <>
      <p className={classes.soft}>Receipts, exports and downloads are saved here.</p>
      {error !== null && <p role="alert">{error.message}</p>}
      {folder !== undefined && (
        <>
          <p className={classes.folder}>
            <IconFolder size={20} stroke={1.7} aria-hidden="true" />
            <bdi>{folder.path}</bdi>
          </p>
          {!folder.isThere && (
            <p role="status" className={folder.isStandard ? classes.soft : classes.missing}>
              {folder.isStandard
                ? 'This folder does not exist yet. Dropslip creates it when it saves something.'
                : 'This folder does not exist, so nothing can be saved. Connect its drive, or choose another folder.'}
            </p>
          )}
        </>
      )}
      <div className={classes.actions}>
        <Button variant="default" disabled={isAsking} onClick={() => void change('preferences.chooseDownloads')}>
          Choose another folder…
        </Button>
        {folder?.isStandard === false && (
          <Button variant="default" disabled={isAsking} onClick={() => void change('preferences.useStandardDownloads')}>
            Use the system’s folder
          </Button>
        )}
      </div>
    </>
  );
}
