/** The service's client: one function per endpoint of service-interface.md. None throws. */

export {
  closeConnections,
  followSystemProxy,
  nodeAgentTo,
  routeTo,
  setAuthoritiesWorker,
  trustedAuthorities,
} from './agents.ts';
export type { BodyReceiver } from './answer.ts';
export { type CreditOrderRecord, type SubmissionListReader, submissionsReader } from './answers.ts';
export { after, type Clock, type Deadline, msLeft } from './clock.ts';
export { type Connection, type Credentials, type Reach, secretKindIn } from './connection.ts';
export { encodings } from './echo-search.ts';
export { getAllExpenditure, getExpenditureByTimeRange, type ListHeaders } from './endpoints/get-all-expenditure.ts';
export { getAllTokens } from './endpoints/get-all-tokens.ts';
export { getBalances, type ReadBalances } from './endpoints/get-balances.ts';
export { getApps, getFundList } from './endpoints/get-credits.ts';
export { getHealth } from './endpoints/get-health.ts';
export { getPreImage } from './endpoints/get-pre-image.ts';
export { getSubmissionInfo } from './endpoints/get-submission-info.ts';
export { getTokenMap } from './endpoints/get-token-map.ts';
export { type Probe, probeRequestFunds, probeSubmission } from './endpoints/probe.ts';
export { registerCreditRequest } from './endpoints/register-credit-request.ts';
export { type FundsOutcome, fundPaths, requestFunds } from './endpoints/request-funds.ts';
export { type SubmitOutcome, submitRawData } from './endpoints/submit-raw-data.ts';
export { mayRefuseLimit } from './endpoints/user-list.ts';
export { plainFailure, type ServiceError, type ServiceResult } from './errors.ts';
export { standardLimits, type WireLimits } from './exchange.ts';
export { type ContentAtHand, freeMemory, UPLOAD_PIECE_BYTES } from './file-body.ts';
export { type Hold, RateLimiter, RateLimiters } from './rate-limiter.ts';
export { postJson } from './request.ts';
