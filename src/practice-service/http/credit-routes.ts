import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountForm, appForm, orderForm, recordForm, success } from './credits-dialect.ts';
import { JSON_TYPE, stringifyLossless } from './dialects.ts';
import { readBody } from './routes.ts';
import { Refusal, type Service } from './service.ts';

const LARGEST_INT32 = 2n ** 31n - 1n;
const int32 = z.bigint().min(0n).max(LARGEST_INT32).transform(Number);

const orderRequest = z.object({ chain: int32 }, 'The body must be a JSON object with chain');
const inclusionRequest = z.object(
  { order_id: int32, tx_hash: z.string() },
  'The body must be a JSON object with order_id and tx_hash',
);
const statusQuery = z.object({
  id: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});
/** A time in UTC without a zone, in epoch milliseconds. */
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/)
  .transform((text) => Date.parse(`${text}Z`))
  .refine((milliseconds) => !Number.isNaN(milliseconds));
const timeRangeQuery = z.object({ start_date: time, end_date: time, app_id: z.guid().toLowerCase() });

/** Credits, apps, orders, and the expenditure of a time range, under `/v1/user`. */
export function addCreditRoutes(app: FastifyInstance, service: Service): void {
  const { gates, ledger, credits, hash, faults } = service;
  const get = (path: string, answer: (query: unknown) => object): void => {
    app.get(`/v1/user/${path}`, { onRequest: gates.accessToken }, (request, reply) =>
      reply.type(JSON_TYPE).send(stringifyLossless(answer(request.query))),
    );
  };

  get('get_user', () => success('User retrieved successfully', accountForm(credits.account())));
  get('get_apps', () => {
    const apps = credits.apps().map((one) => appForm(one, ledger.userId, one.id === ledger.appId && hash.encrypts));
    return success('Apps retrieved successfully', apps);
  });
  get('get_fund_list', () => success('Fund list retrieved successfully', credits.orders().map(orderForm)));
  get('request_fund_status', (query) => {
    const { id } = readQuery(statusQuery, query);
    const found = credits.orders().filter((order) => order.id === id);
    return success('Fund request status retrieved successfully', found.map(orderForm));
  });

  get('get_expenditure_by_time_range', (query) => {
    const { start_date: earliest, end_date: latest, app_id: appId } = readQuery(timeRangeQuery, query);
    const found = appId === ledger.appId ? ledger.submissionsBetween(earliest, latest) : [];
    return success('Expenditure retrieved successfully', found.map(recordForm));
  });

  app.post('/v1/user/register_credit_request', { onRequest: gates.accessToken }, async (request, reply) => {
    const { chain } = await readBody(orderRequest, request, reply);
    const order = credits.registerOrder(chain);
    if (faults.order === 'late-401') throw new Refusal(401, 'Unauthorized');
    reply.type(JSON_TYPE);
    return stringifyLossless(success('Credit request created successfully', orderForm(order)));
  });
  app.post('/v1/user/add_inclusion_details', { onRequest: gates.accessToken }, async (request, reply) => {
    const { order_id: id, tx_hash: txHash } = await readBody(inclusionRequest, request, reply);
    const order = credits.includeOrder(id, txHash);
    if (order === null) throw new Refusal(500, 'Error creating credit request: Record not found');
    reply.type(JSON_TYPE);
    return stringifyLossless(success('Inclusion details added successfully', orderForm(order)));
  });
}

function readQuery<Query>(schema: z.ZodType<Query>, query: unknown): Query {
  const read = schema.safeParse(query);
  if (read.success) return read.data;
  throw new Refusal(400, `Query deserialize error: ${z.prettifyError(read.error)}`);
}
