import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UpdatesView } from '../../../shared/bridge/updates.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { windowEvents } from '../../data/window-events.ts';

const view = callQuery('updates.view', null, {});

export function useUpdates(): UpdatesView | null {
  const { data } = useQuery(view);
  useEffect(
    () =>
      windowEvents.on('updates.changed', ({ feed, state }) => {
        // An answer that is on its way is older.
        void queryClient.cancelQueries({ queryKey: view.queryKey });
        queryClient.setQueryData(view.queryKey, { feed, state });
      }),
    [],
  );
  return data ?? null;
}
