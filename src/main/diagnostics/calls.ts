import { success } from '../../shared/bridge/failure.ts';
import type { CallHandlers } from '../electron/ipc.ts';
import type { Diagnostics } from './index.ts';

type DiagnosticsCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `diagnostics.${string}`>>;

export type DiagnosticsCallParts = { readonly diagnostics: Diagnostics };

export function diagnosticsCalls({ diagnostics }: DiagnosticsCallParts): DiagnosticsCalls {
  return { 'diagnostics.report': async (asked) => success(await diagnostics.report(asked)) };
}
