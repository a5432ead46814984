import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { addNodeRoutes } from '../node/routes.ts';
import { PayloadTooLarge } from '../payload-store.ts';
import { addCreditRoutes } from './credit-routes.ts';
import { addAccountRoutes, addPreImageRoute, addPublicRoutes, addRecordRoutes } from './routes.ts';
import { GatewayRefusal, Refusal, type Service } from './service.ts';
import { addSubmissionRoutes, expectsContinue } from './submission-routes.ts';

export function createServer(service: Service): FastifyInstance {
  const { pathPrefix } = service.settings;
  const app = fastify({
    // Aborts uploads in progress when the service closes. None of them is accepted yet.
    forceCloseConnections: true,
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => (url.startsWith(`${pathPrefix}/`) ? url.slice(pathPrefix.length) : '/'),
    frameworkErrors: (error, request, reply) => answerError(service, error, request, reply),
  });

  // Bodies stay streams, because each route reads them in its own way.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // A client that expects `100 Continue` receives a refusal before it uploads anything.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });

  // Discards the rest of a refused upload, so that the client can read the answer.
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.readableEnded) request.raw.resume();
    done();
  });

  app.setErrorHandler((error, request, reply) => answerError(service, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    answerError(service, new Refusal(404, `No such endpoint: ${request.method} ${pathOf(request)}`), request, reply);
  });

  addPublicRoutes(app, service);
  addSubmissionRoutes(app, service);
  addRecordRoutes(app, service);
  if (service.dialect.readsByApiKey) addPreImageRoute(app, service);
  addAccountRoutes(app, service);
  if (service.dialect.kind === 'credits') addCreditRoutes(app, service);
  addNodeRoutes(app, service);
  return app;
}

const GATEWAY_PAGE = '<html><head><title>429 Too Many Requests</title></head><body><h1>429</h1></body></html>';

function answerError(service: Service, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof GatewayRefusal) {
    reply.status(429).type('text/html').send(GATEWAY_PAGE);
    return;
  }
  const refusal = asRefusal(error);
  const { contentType, body } = service.dialect.error(refusal.status, refusal.message);
  // After a refused `100-continue`, a body may or may not follow, so the connection cannot be reused.
  if (expectsContinue(request.raw)) reply.header('connection', 'close');
  reply.status(refusal.status).headers(refusal.headers).type(contentType).send(body);
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof PayloadTooLarge) return new Refusal(413, error.message);
  if (!(error instanceof Error)) return new Refusal(500, 'The practice service failed');
  if ('code' in error && error.code === 'ENOSPC') return new Refusal(507, 'The disk of the practice service is full');
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return new Refusal(status, status < 500 ? error.message : `The practice service failed: ${error.message}`);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}
