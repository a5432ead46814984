import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Updates } from './updates.ts';

export type UpdateHandlerParts = { readonly updates: Updates };

/** The calls about new versions of Dropslip. Their results arrive as `updates.changed`. */
export function updateHandlers({ updates }: UpdateHandlerParts): Handlers<'updates'> {
  return {
    'updates.view': () => success(updates.view),
    'updates.check': () => void updates.check(),
    'updates.download': () => void updates.download(),
    'updates.cancel': () => updates.cancel(),
    'updates.install': () => void updates.install(),
  };
}
