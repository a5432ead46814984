import { useEffect, useRef } from 'react';
import { windowApi } from '../../../data/window-api.ts';

/** Whoever leaves a form while main asks about what was typed in it takes that back: the question closes, and nothing is saved. */
export function useTakingBack(isSaving: boolean): void {
  const saving = useRef(isSaving);
  saving.current = isSaving;
  useEffect(
    () => () => {
      if (saving.current) void windowApi().call('accounts.withdrawChange', {});
    },
    [],
  );
}
