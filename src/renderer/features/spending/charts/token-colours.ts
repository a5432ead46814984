import type { RecordPage } from '../../../../shared/bridge/records.ts';

/** Of the accounts' colours, those that are told apart best, in this order. */
const colours = ['teal', 'amber', 'violet', 'rose', 'blue', 'slate'] as const;

export type TokenColours = (tokenDetailsId: string | null) => string;

/**
 * The colour of each token that occurs in what is kept: whatever is filtered by, a token keeps its own. In the order of
 * their ids, in which a token that is used for the first time takes no other's colour away.
 */
export function tokenColours(tokens: RecordPage['tokens']): TokenColours {
  const ids = tokens.flatMap(({ tokenDetailsId: id }) => id ?? []).sort(inOrder.compare);
  const places = new Map(ids.map((id, place) => [id, place]));
  return (id) => {
    const place = (id === null ? undefined : places.get(id)) ?? colours.length - 1;
    return `var(--ds-colour-${colours[place % colours.length] ?? 'slate'})`;
  };
}

const inOrder = new Intl.Collator('en', { numeric: true });
