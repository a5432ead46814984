import { Radio } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import type { Receipt } from '../../../shared/bridge/receipts.ts';
import { visibleName } from '../../../shared/text.ts';
import { formatCount, formatMinute, formatSize } from '../../ui/format.ts';
import { FoundCount, SEEN_AT_A_GLANCE, SearchField } from '../../ui/SearchField.tsx';
import { findByWords } from '../../ui/search.ts';
import { chooseReceipt } from './commands.ts';
import classes from './ReceiptChoice.module.css';

/** The maximum number of receipts in the list. A search finds the others. */
const MOST_SHOWN = 50;

type Props = { readonly receipts: readonly Receipt[]; readonly chosen: Receipt | null };

/** Chooses one of several receipts if there is no file to identify it. */
export function ReceiptChoice({ receipts, chosen }: Props) {
  const [query, setQuery] = useState('');
  const group = useId();
  const entries = useMemo(() => receipts.map(entryOf), [receipts]);
  const found = useMemo(() => findByWords(entries, query, ({ texts }) => texts), [entries, query]);
  const shown = found.slice(0, MOST_SHOWN);
  const more = found.length - shown.length;
  const hidden = shown.some(({ receipt }) => receipt === chosen)
    ? null
    : entries.find(({ receipt }) => receipt === chosen);
  return (
    <fieldset className={classes.choice}>
      <legend>Which receipt’s file is lost?</legend>
      {entries.length > SEEN_AT_A_GLANCE && (
        <SearchField label="Search the receipts" placeholder="Name or date" query={query} onQuery={setQuery} />
      )}
      <FoundCount query={query} found={found.length} all={entries.length} thing="receipt" />
      {shown.length > 0 && (
        <div className={classes.receipts}>
          {shown.map(({ receipt, place, name, facts }) => (
            <Radio
              key={place}
              name={group}
              checked={receipt === chosen}
              onChange={() => chooseReceipt(receipt)}
              label={<bdi>{name}</bdi>}
              description={facts}
            />
          ))}
        </div>
      )}
      {more > 0 && <p className={classes.more}>and {formatCount(more)} more. Search for the one that you mean.</p>}
      {hidden != null && (
        <p>
          Chosen: <bdi>{hidden.name}</bdi>, {hidden.facts}
        </p>
      )}
    </fieldset>
  );
}

function entryOf(receipt: Receipt, place: number) {
  const { file, submission } = receipt;
  const name = visibleName(file.name);
  const minute = formatMinute(submission.submittedAt ?? submission.addedAt);
  const facts = file.size === null ? minute : `${minute}, ${formatSize(file.size)}`;
  return { receipt, place, name, facts, texts: [name, minute] };
}
