import * as http from 'node:http';
import * as https from 'node:https';

/** A free connection is kept this long (ms): well under the idle time after which any server hangs up. */
const idleMs = 1000;

const agents = new Map<string, http.Agent | https.Agent>();

/**
 * The connections to one origin, shared by all requests to it. The one place that decides how an origin is reached:
 * trust in certificates and proxies belong here.
 *
 * A connection that the server is just hanging up on loses a body without saying whether it was read, so an idle one is
 * dropped early; also earlier than the server's own `Keep-Alive` hint.
 */
export function agentFor(url: URL): http.Agent | https.Agent {
  const known = agents.get(url.origin);
  if (known !== undefined) return known;
  const options = { keepAlive: true, timeout: idleMs, agentKeepAliveTimeoutBuffer: 1000, maxFreeSockets: 64 };
  const agent = url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  agents.set(url.origin, agent);
  return agent;
}

/** Hangs up all idle connections. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}
