import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './SearchField.module.css';

type Props = {
  readonly label: string;
  readonly placeholder?: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly size?: 'xs' | 'sm';
  readonly className?: string | undefined;
};

/** Searches the list of a screen while the user types. The search shortcut focuses it. */
export function SearchField({ label, placeholder = 'Search', query, onQuery, size = 'sm', className = '' }: Props) {
  return (
    <TextInput
      className={`${classes.field} ${className}`}
      size={size}
      type="search"
      aria-label={label}
      data-list-search
      placeholder={placeholder}
      leftSection={<IconSearch size={size === 'xs' ? 16 : 18} stroke={1.7} aria-hidden="true" />}
      rightSection={
        query === '' ? null : <CloseButton size="sm" aria-label="Clear search" onClick={() => onQuery('')} />
      }
      value={query}
      onChange={(event) => onQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || query === '') return;
        // The first Escape clears the text.
        event.stopPropagation();
        event.preventDefault();
        onQuery('');
      }}
    />
  );
}
