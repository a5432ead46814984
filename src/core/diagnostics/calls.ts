import type { Handlers } from '../../shared/bridge/bridge.ts';
import { success } from '../../shared/failures/failure.ts';
import type { Diagnostics } from './diagnostics.ts';

export type DiagnosticHandlerParts = { readonly diagnostics: Diagnostics };

export function diagnosticHandlers({ diagnostics }: DiagnosticHandlerParts): Handlers<'diagnostics'> {
  return { 'diagnostics.report': async (asked) => success(await diagnostics.report(asked)) };
}
