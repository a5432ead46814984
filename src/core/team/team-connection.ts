import { connect, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pTimeout, { TimeoutError } from 'p-timeout';
import postgres, { type Options, type Sql } from 'postgres';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { trustedAuthorities } from '../service/index.ts';
import { splitTeamAddress } from './team-address.ts';
import { teamFailure } from './team-failure.ts';

/** Milliseconds. */
export type TeamLimits = { readonly connecting: number; readonly answer: number };

const usual: TeamLimits = { connecting: 5_000, answer: 10_000 };

/** A server has about a hundred connections for all desks. */
const MOST_CONNECTIONS = 2;
const IDLE_SECONDS = 30;
/** Sooner than firewalls forget a silent connection. */
const KEEP_ALIVE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 10;

class ClosedByServer extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

type Target = { readonly host: readonly string[]; readonly port: readonly number[] };

/** Connections to one database: some for questions, opened when they are needed, and one for each listener. */
export class TeamConnection {
  readonly #url: string;
  readonly #password: string | null;
  readonly #limits: TeamLimits;
  #pool: Connections | null = null;
  readonly #listeners = new Set<Connections>();
  #closed = false;

  constructor(url: string, password: string | null, limits: TeamLimits = usual) {
    this.#url = url;
    this.#password = password;
    this.#limits = limits;
  }

  /** Errors and silence become failures. */
  async ask<Value>(question: (sql: Sql) => Promise<Result<Value>>): Promise<Result<Value>> {
    if (this.#pool === null) {
      // A call tries at once, even soon after another could not connect.
      const opened = this.#open({ max: MOST_CONNECTIONS, idle_timeout: IDLE_SECONDS, backoff: () => 0 });
      if (!opened.ok) return opened;
      this.#pool = opened.value;
    }
    const pool = this.#pool;
    try {
      return await pTimeout(question(pool.sql), { milliseconds: this.#limits.answer });
    } catch (error) {
      // Later questions would wait behind this one.
      if (error instanceof TimeoutError && this.#pool === pool) {
        this.#pool = null;
        void pool.destroy();
      }
      return failure(teamFailure(error));
    }
  }

  /**
   * Calls `onNotify` with the payload of each NOTIFY, and `onReconnect` when it listens again after the connection was
   * lost: notifications in between are lost. Returns a function that ends it.
   */
  async listen(
    channel: string,
    onNotify: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<Result<() => Promise<void>>> {
    const backoff = (attempt: number) => Math.min(2 ** attempt / 10, LONGEST_PAUSE_SECONDS);
    const opened = this.#open({ max: 1, backoff });
    if (!opened.ok) return opened;
    const listener = opened.value;
    this.#listeners.add(listener);
    const stop = (): Promise<void> => {
      this.#listeners.delete(listener);
      return listener.destroy();
    };
    let isFirst = true;
    const onListening = (): void => {
      if (!isFirst) onReconnect();
      isFirst = false;
    };
    try {
      await pTimeout(listener.sql.listen(channel, onNotify, onListening), { milliseconds: this.#limits.answer });
      return success(stop);
    } catch (error) {
      await stop();
      return failure(teamFailure(error));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const all = [this.#pool, ...this.#listeners];
    this.#pool = null;
    this.#listeners.clear();
    await Promise.all(all.map((connections) => connections?.destroy()));
  }

  #open(options: Options<Record<string, never>>): Result<Connections> {
    if (this.#closed) return failure({ code: 'team-unreachable', detail: 'The connection was closed.' });
    const split = splitTeamAddress(this.#url);
    if (!split.ok) return split;
    try {
      const password = this.#password ?? split.value.password ?? '';
      return success(new Connections(split.value.address, { ...options, password }, this.#limits));
    } catch (error) {
      return failure({ code: 'team-address-wrong', detail: String(error) });
    }
  }
}

/** Connections with the same options. */
class Connections {
  readonly sql: Sql;
  readonly #sockets = new Set<Socket>();
  /** Options of TLS; null to verify no certificate. */
  readonly #verified: ConnectionOptions | null;
  #destroyed = false;

  constructor(address: string, options: Options<Record<string, never>>, limits: TeamLimits) {
    // The library's types lack this option.
    const sockets = { socket: (to: Target) => this.#connect(to) };
    const mode = new URL(address).searchParams.get('sslmode');
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    this.#verified = mode?.startsWith('verify-') === true ? { rejectUnauthorized: true } : null;
    // Encrypts where the server can, unless the address says how.
    const ssl = mode === null ? ({ ssl: 'prefer' } as const) : this.#verified === null ? {} : { ssl: this.#verified };
    this.sql = postgres(address, {
      ...options,
      ...ssl,
      ...sockets,
      connect_timeout: limits.connecting / 1000,
      keep_alive: KEEP_ALIVE_SECONDS,
      // If a connection is lost in the middle of this question, nothing would catch the library's error.
      fetch_types: false,
      onnotice: () => undefined,
      connection: {
        application_name: 'Dropslip',
        // A plan that is kept from when a table was small reads all of it later.
        plan_cache_mode: 'force_custom_plan',
        // The server gives up a little sooner, so that it does nothing later that was reported as failed. Nor does it
        // keep the locks of a desk that is gone.
        statement_timeout: Math.ceil(limits.answer * 0.9),
        idle_in_transaction_session_timeout: limits.answer,
      },
    });
  }

  /** Ends at once. The library alone waits for a silent server, which would keep the process from ending. */
  async destroy(): Promise<void> {
    this.#destroyed = true;
    await this.sql.end({ timeout: 0 });
    for (const socket of this.#sockets) socket.destroy();
  }

  async #connect({ host: [host = 'localhost'], port: [port = 5432] }: Target): Promise<Socket> {
    if (this.#verified !== null) {
      // The library trusts no authority of the system, and compares the certificate of an IP address with localhost.
      Object.assign(this.#verified, { secureContext: await trustedAuthorities(), host });
    }
    // The library compares the server's certificate with this host.
    const socket = Object.assign(connect(port, host), { host });
    for (const earlier of this.#sockets) if (earlier.destroyed) this.#sockets.delete(earlier);
    this.#sockets.add(socket);
    if (this.#destroyed) socket.destroy();
    // A proxy may accept connections while its server is down. The library would then reconnect without a pause.
    socket.once('end', () => socket.destroy(new ClosedByServer('The server closed the connection.')));
    return socket;
  }
}
