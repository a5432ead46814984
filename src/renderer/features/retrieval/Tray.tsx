import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconDownload } from '@tabler/icons-react';
import { isOver, type Retrieval } from '../../../shared/bridge/retrieval.ts';
import { change } from '../../data/calls.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNow } from '../../ui/now.ts';
import { RetrievalRow } from './RetrievalRow.tsx';
import { inOrder, showTray, useRetrievals } from './retrieval-state.ts';
import { spokenWords, trayTitle } from './retrieval-words.ts';
import classes from './Tray.module.css';

const MOST_SHOWN = 100;

export function Tray() {
  const byId = useRetrievals((state) => state.byId);
  const isOpen = useRetrievals((state) => state.isOpen);
  const now = useNow(false);
  const all = inOrder(byId);
  return (
    <>
      <Announcer text={all.length === 0 ? '' : spokenWords(all, now)} everyMs={5_000} />
      {all.length > 0 && (
        <section className={classes.tray} aria-label="Downloads">
          <div className={classes.head}>
            <IconDownload size={20} stroke={1.7} aria-hidden="true" />
            <h2 className={classes.title}>
              Downloads <span>{trayTitle(all)}</span>
            </h2>
            {all.some(({ state }) => isOver(state)) && (
              <Button variant="default" size="compact-sm" onClick={() => clear(all)}>
                Clear
              </Button>
            )}
            <IconButton
              icon={isOpen ? IconChevronDown : IconChevronUp}
              label={isOpen ? 'Hide downloads' : 'Show downloads'}
              onClick={() => showTray(!isOpen)}
            />
          </div>
          {isOpen && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
            <ul className={classes.list} tabIndex={0} aria-label="List of downloads">
              {all.slice(0, MOST_SHOWN).map((retrieval) => (
                <RetrievalRow key={retrieval.id} retrieval={retrieval} />
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}

function clear(all: readonly Retrieval[]): void {
  for (const { id, state } of all) if (isOver(state)) void change('retrieval.dismiss', { id });
}
