import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Team } from '../../../shared/bridge/team.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { windowEvents } from '../../data/window-events.ts';

const status = callQuery('team.status', null, {});

/** Null if this desk belongs to no team, undefined until that is known. */
export function useTeam(): Team | null | undefined {
  const { data } = useQuery(status);
  useEffect(() => windowEvents.on('team.changed', ({ team }) => showTeam(team)), []);
  return data;
}

export function showTeam(team: Team | null): void {
  // A pending answer is older.
  void queryClient.cancelQueries({ queryKey: status.queryKey });
  queryClient.setQueryData(status.queryKey, team);
}
