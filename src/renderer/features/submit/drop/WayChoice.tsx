import { Radio } from '@mantine/core';
import type { FolderWay } from '../../../../shared/submissions/queue-settings.ts';
import classes from './DropDialog.module.css';
import type { WayWords } from './drop-words.ts';

type Props = {
  readonly ways: readonly WayWords[];
  readonly chosen: FolderWay;
  readonly onChoose: (way: FolderWay) => void;
};

export function WayChoice({ ways, chosen, onChoose }: Props) {
  return (
    <fieldset className={classes.ways} aria-label="How the files go">
      {ways.map(({ way, title, text, price, takes, isFewest }) => (
        <div key={way} className={classes.way} data-chosen={way === chosen}>
          <Radio
            name="folder-way"
            value={way}
            checked={way === chosen}
            onChange={() => onChoose(way)}
            data-autofocus={way === chosen ? true : undefined}
            label={
              <>
                {title}
                {isFewest && ' '}
                {isFewest && <span className={classes.least}>fewest submissions</span>}
              </>
            }
            description={
              <span className={classes.text}>
                <span className={classes.price}>
                  {price} · {takes}
                </span>
                <span>{text}</span>
              </span>
            }
          />
        </div>
      ))}
    </fieldset>
  );
}
