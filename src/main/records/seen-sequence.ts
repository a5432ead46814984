/**
 * In SQL, where a record that is kept already comes again: it was there since then if the service's time for it is the
 * same. Two services that an account had, one after the other, may give two submissions one id.
 */
export const seenAnew = `seen_sequence = CASE WHEN record ->> '$.createdAt' = excluded.record ->> '$.createdAt'
  THEN seen_sequence ELSE excluded.seen_sequence END`;
