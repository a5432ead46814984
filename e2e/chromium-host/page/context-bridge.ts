/** One end of the bridge between the page's own world and the preload's isolated world of the same document. */
export type BridgeEnd = {
  /** Defines a read-only property of the other world's global object. Throws when there is one of that name. */
  expose(key: string, api: unknown): void;
};

export type BridgeOptions = {
  /** A detached element that only the two ends hold: events on it are the bridge. */
  readonly channel: Element;
  /** Event types: what this end hears, and what it says. */
  readonly hears: string;
  readonly says: string;
  /** The key that marks stand-ins for what does not clone. Secret, so that no value can pretend to be one. */
  readonly mark: string;
  /** Called with all `File`s among the arguments of a call, before it is made. */
  onFiles(files: readonly File[]): void;
  /** May take what the other end exposes, so that it does not become a property of the global object. */
  accept(key: string, api: unknown): boolean;
};

/**
 * Calls between the two worlds are synchronous events whose `detail` the browser clones from world to world. What does
 * not clone is replaced by a stand-in: a function by its number (called back over the bridge), a promise by its number
 * (settled over the bridge), an error by its message. The page may change any built-in after its scripts run, so all
 * that is used later is taken hold of here; the page never gets to see the channel.
 * The function carries all that it needs: it runs as source text in both worlds.
 */
export function bridgeEnd(options: BridgeOptions): BridgeEnd {
  type Fn = (...args: unknown[]) => unknown;
  type StandIn =
    | { readonly kind: 'function'; readonly id: number; readonly yours: boolean }
    | { readonly kind: 'promise'; readonly id: number }
    | { readonly kind: 'error'; readonly message: string };
  type Outcome = { readonly ok: boolean; readonly value: unknown };
  type Message =
    | { readonly kind: 'call'; readonly id: number; readonly args: unknown }
    | { readonly kind: 'settle'; readonly id: number; readonly outcome: Outcome }
    | { readonly kind: 'expose'; readonly key: string; readonly api: unknown }
    | { readonly kind: 'answer'; readonly outcome: Outcome };

  const { channel, hears, says, mark, onFiles, accept } = options;
  const {
    apply,
    construct,
    defineProperty,
    get: getProperty,
    getOwnPropertyDescriptor,
    getPrototypeOf,
    set: setProperty,
  } = Reflect;
  const { create, freeze, hasOwn, isFrozen, keys } = Object;
  const { isArray } = Array;
  const clone = structuredClone;
  const OwnError = Error;
  const OwnFile = File;
  const OwnPromise = Promise;
  const OwnMap = Map;
  const OwnEvent = CustomEvent;
  const ownObject = Object.prototype;
  const isInstance = (value: object, type: { readonly prototype: object }): boolean => {
    for (let at = getPrototypeOf(value); at !== null; at = getPrototypeOf(at)) if (at === type.prototype) return true;
    return false;
  };
  const tagOf = Object.prototype.toString;
  const dispatch = EventTarget.prototype.dispatchEvent;
  const detailOf = getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get;
  const then = Promise.prototype.then;
  const mapGet = Map.prototype.get;
  const mapSet = Map.prototype.set;
  const weakGet = WeakMap.prototype.get;
  const weakSet = WeakMap.prototype.set;
  const MAX_DEPTH = 1000;

  const functions: Record<number, Fn> = create(null);
  const numbers = new WeakMap<Fn, number>();
  const proxies = new WeakMap<Fn, number>();
  const settlers: Record<number, (outcome: Outcome) => void> = create(null);
  let lastFunction = 0;
  let lastPromise = 0;
  let answer: Outcome | null = null;

  const standIn = (content: StandIn): object => {
    const object: object = create(null);
    defineProperty(object, mark, { value: content, enumerable: true });
    return object;
  };

  const messageOf = (thrown: unknown): Outcome => ({
    ok: false,
    value: outgoing(
      typeof thrown === 'object' && thrown !== null && isInstance(thrown, OwnError)
        ? thrown
        : new OwnError(
            'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.',
          ),
    ),
  });

  const outgoingFunction = (fn: Fn): object => {
    const theirs: number | undefined = apply(weakGet, proxies, [fn]);
    if (theirs !== undefined) return standIn({ kind: 'function', id: theirs, yours: true });
    let id: number | undefined = apply(weakGet, numbers, [fn]);
    if (id === undefined) {
      lastFunction += 1;
      id = lastFunction;
      functions[id] = fn;
      apply(weakSet, numbers, [fn, id]);
    }
    return standIn({ kind: 'function', id, yours: false });
  };

  const outgoingPromise = (promise: object): object => {
    lastPromise += 1;
    const id = lastPromise;
    const settle = (outcome: () => Outcome): void => {
      let known: Outcome;
      try {
        known = outcome();
      } catch (error) {
        known = messageOf(error);
      }
      say({ kind: 'settle', id, outcome: known });
    };
    apply(then, promise, [
      (value: unknown) => settle(() => ({ ok: true, value: outgoing(value) })),
      (reason: unknown) => settle(() => ({ ok: false, value: outgoing(reason) })),
    ]);
    return standIn({ kind: 'promise', id });
  };

  /** A copy of the value that the browser can clone into the other world. */
  const outgoing = (value: unknown, depth = 0, seen: Map<object, unknown> = new OwnMap()): unknown => {
    if (typeof value === 'function') return outgoingFunction(value as Fn);
    if (typeof value === 'symbol') throw new OwnError('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) {
      throw new OwnError(
        'Electron contextBridge recursion depth exceeded. Nested objects deeper than 1000 are not supported.',
      );
    }
    const known: unknown = apply(mapGet, seen, [value]);
    if (known !== undefined) return known;
    if (isInstance(value, OwnPromise)) return outgoingPromise(value);
    if (isInstance(value, OwnError)) {
      return standIn({ kind: 'error', message: `${'message' in value ? value.message : ''}` });
    }
    if (!isArray(value) && apply(tagOf, value, []) !== '[object Object]') return cloned(value);
    const copy: object = isArray(value) ? [] : {};
    apply(mapSet, seen, [value, copy]);
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? '';
      put(copy, name, outgoing(getProperty(value, name), depth + 1, seen));
    }
    return copy;
  };

  /** Defines what an inherited setter would catch, `__proto__` for one; assigns the rest, which is much faster. */
  const put = (target: object, name: string, value: unknown): void => {
    if (name in target) defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    else setProperty(target, name, value);
  };

  const cloned = (value: object): unknown => {
    try {
      return clone(value);
    } catch {
      throw new OwnError('An object could not be cloned.');
    }
  };

  const proxyOf = (id: number): Fn => {
    const proxy: Fn = (...args) => ask({ kind: 'call', id, args: outgoing(args) });
    apply(weakSet, proxies, [proxy, id]);
    return proxy;
  };

  const arrived = (content: StandIn): unknown => {
    if (content.kind === 'error') return new OwnError(content.message);
    if (content.kind === 'function') return content.yours ? functions[content.id] : proxyOf(content.id);
    return construct(OwnPromise, [
      (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
        settlers[content.id] = ({ ok, value }) => (ok ? resolve : reject)(incoming(value, []));
      },
    ]);
  };

  /** What the browser cloned into this world, with the stand-ins replaced, in place. Files are added to `files`. */
  const incoming = (value: unknown, files: File[], seen: Map<object, boolean> = new OwnMap()): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (hasOwn(value, mark)) return arrived(getProperty(value, mark));
    if (apply(mapGet, seen, [value]) === true) return value;
    apply(mapSet, seen, [value, true]);
    if (isArray(value) || getPrototypeOf(value) === ownObject) {
      const names = keys(value);
      for (let index = 0; index < names.length; index += 1) {
        const name = names[index] ?? '';
        const item: unknown = getProperty(value, name);
        if (typeof item === 'object' && item !== null) {
          const arrivedItem = incoming(item, files, seen);
          if (arrivedItem !== item) put(value, name, arrivedItem);
        }
      }
    } else if (isInstance(value, OwnFile)) {
      put(files, `${files.length}`, value);
    }
    return value;
  };

  const say = (message: Message): void => {
    const init: CustomEventInit = create(null);
    defineProperty(init, 'detail', { value: message });
    apply(dispatch, channel, [new OwnEvent(says, init)]);
  };

  const ask = (message: Message): unknown => {
    answer = null;
    say(message);
    const outcome: Outcome | null = answer;
    answer = null;
    if (outcome === null) throw new OwnError('The other world of this page is gone.');
    const { ok, value } = outcome as Outcome;
    const result = incoming(value, []);
    if (ok) return result;
    throw result;
  };

  const deepFreeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || (!isArray(value) && getPrototypeOf(value) !== ownObject)) return;
    // It may lead back to itself.
    if (isFrozen(value)) return;
    freeze(value);
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) deepFreeze(getProperty(value, names[index] ?? ''));
  };

  const perform = (message: Extract<Message, { kind: 'call' | 'expose' }>): unknown => {
    if (message.kind === 'call') {
      const files: File[] = [];
      const args = incoming(message.args, files);
      if (files.length > 0) onFiles(files);
      const fn = functions[message.id];
      if (fn === undefined || !isArray(args)) throw new OwnError('There is no such function.');
      return apply(fn, undefined, args);
    }
    const api = incoming(message.api, []);
    if (accept(message.key, api)) return undefined;
    if (message.key in globalThis) {
      throw new OwnError('Cannot bind an API on top of an existing property on the window object');
    }
    deepFreeze(api);
    defineProperty(globalThis, message.key, { value: api, enumerable: true, configurable: false, writable: false });
    return undefined;
  };

  channel.addEventListener(hears, (event) => {
    const message: Message | null = detailOf === undefined ? null : apply(detailOf, event, []);
    if (message === null) return;
    if (message.kind === 'answer') {
      answer = message.outcome;
    } else if (message.kind === 'settle') {
      const settle = settlers[message.id];
      delete settlers[message.id];
      settle?.(message.outcome);
    } else {
      let outcome: Outcome;
      try {
        outcome = { ok: true, value: outgoing(perform(message)) };
      } catch (error) {
        outcome = messageOf(error);
      }
      say({ kind: 'answer', outcome });
    }
  });

  return {
    expose: (key, api) => {
      ask({ kind: 'expose', key, api: outgoing(api) });
    },
  };
}
