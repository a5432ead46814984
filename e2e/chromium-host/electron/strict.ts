import { EventEmitter } from 'node:events';

/** Names that JavaScript itself and its tools look up on any object. */
const harmless = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'domain',
  'asymmetricMatch',
  'length',
]);

/** Thrown where an app reaches for a part of Electron that the host does not have. */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';
  constructor(member: string) {
    super(`${member} is not implemented by the Chromium host`);
  }
}

/** The end of a prototype chain that fails for what is nowhere on the chain, where a plain object gives `undefined`. */
function strictPrototype(parent: object): object {
  return new Proxy(Object.create(parent), {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || harmless.has(key) || key.startsWith('_')) {
        return Reflect.get(target, key, receiver);
      }
      throw new NotImplementedError(`${nameOf(receiver)}.${key}`);
    },
    // A write that reaches the end of the chain belongs to the object that was written to.
    set(_target, key, value, receiver) {
      return Reflect.defineProperty(receiver, key, { value, configurable: true, enumerable: true, writable: true });
    },
  });
}

function nameOf(receiver: unknown): string {
  return typeof receiver === 'object' && receiver !== null ? receiver.constructor.name : 'electron';
}

/** An event emitter of Electron's: members that the host does not have throw. */
export class StrictEmitter extends EventEmitter {}
Object.setPrototypeOf(StrictEmitter.prototype, strictPrototype(EventEmitter.prototype));

/** A plain object of Electron's: members that the host does not have throw. */
export class StrictObject {}
Object.setPrototypeOf(StrictObject.prototype, strictPrototype(Object.prototype));

/** A class of Electron's: static members that the host does not have throw. */
export function strictClass<Class extends object>(name: string, type: Class): Class {
  return new Proxy(type, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || harmless.has(key)) return Reflect.get(target, key, receiver);
      throw new NotImplementedError(`${name}.${key}`);
    },
  });
}

/** Stands for a whole module or class that the host does not have: it can be imported, not used. */
export function notImplemented(name: string): object {
  const refuse = (): never => {
    throw new NotImplementedError(name);
  };
  return new Proxy(function stub() {}, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || harmless.has(key)) return Reflect.get(target, key, receiver);
      throw new NotImplementedError(`${name}.${key}`);
    },
    apply: refuse,
    construct: refuse,
  });
}

/**
 * Makes an object one of Electron's that is destroyed: whatever is called or read of it throws, but for what belongs to every
 * emitter and for `left`.
 */
export function destroy(object: StrictEmitter, left: readonly string[]): void {
  const refuse = (): never => {
    throw new TypeError('Object has been destroyed');
  };
  for (let at: object = object; at !== StrictEmitter.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name === 'constructor' || name.startsWith('_') || left.includes(name)) continue;
      Object.defineProperty(object, name, { get: refuse, set: refuse, configurable: true });
    }
  }
}
