import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './SearchField.module.css';

type Props = { readonly query: string; readonly onQuery: (query: string) => void };

/** Finds files in the list while one types. */
export function SearchField({ query, onQuery }: Props) {
  return (
    <TextInput
      className={classes.field ?? ''}
      size="xs"
      type="search"
      aria-label="Search in the list"
      data-list-search
      placeholder="Search"
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
      rightSection={
        query === '' ? null : <CloseButton size="sm" aria-label="Clear search" onClick={() => onQuery('')} />
      }
      value={query}
      onChange={(event) => onQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || query === '') return;
        // The first press is for what was typed.
        event.stopPropagation();
        event.preventDefault();
        onQuery('');
      }}
    />
  );
}
