import { success } from '../../shared/failure.ts';
import type { Diagnostics } from '../diagnostics/index.ts';
import type { CallHandlers } from '../shell/ipc.ts';

type DiagnosticsCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `diagnostics.${string}`>>;

export type DiagnosticsCallParts = { readonly diagnostics: Diagnostics };

export function diagnosticsCalls({ diagnostics }: DiagnosticsCallParts): DiagnosticsCalls {
  return { 'diagnostics.report': async (asked) => success(await diagnostics.report(asked)) };
}
