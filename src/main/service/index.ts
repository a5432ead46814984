/** The service's client: one function per endpoint of service-interface.md. None of them throws. */
export { closeConnections, followSystemProxy, routeTo } from './agents.ts';
export type { Connection, Credentials, ServicePaths } from './connection.ts';
export { unknownPaths } from './connection.ts';
export { type BodyReceiver, standardLimits, type WireLimits } from './exchange.ts';
export { getAllExpenditure, getAllExpenditureBody } from './get-all-expenditure.ts';
export { getAllTokens } from './get-all-tokens.ts';
export { getHealth } from './get-health.ts';
export { getPreImage } from './get-pre-image.ts';
export { getSubmissionInfo } from './get-submission-info.ts';
export { getTokenMap } from './get-token-map.ts';
export { readListsIn } from './list-thread.ts';
export type {
  ContentAtHand,
  ServiceError,
  ServiceErrorCode,
  ServiceResult,
  SubmitOutcome,
  UploadFile,
  UploadHooks,
} from './outcome.ts';
export { UPLOAD_PIECE_BYTES } from './outcome.ts';
export { type Probe, probeRequestFunds, probeSubmission } from './probe.ts';
export type { ResolveProxy } from './proxy-route.ts';
export type { ServiceRate } from './rate.ts';
export { lowerLimits, mayRefuseLimit } from './refused-limit.ts';
export { type Deposit, type FundsOutcome, requestFunds } from './request-funds.ts';
export { encodings } from './secret-forms.ts';
export { submitRawData } from './submit-raw-data.ts';
