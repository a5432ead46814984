/** Writes and reads values as the structured clone algorithm copies them. */
export type StructuredCloneCodec = {
  /** Throws an `Error` ("An object could not be cloned.") for functions, symbols and objects tied to their realm. */
  encode(value: unknown): string;
  decode(text: string): unknown;
};

/**
 * The structured clone algorithm through JSON text, for values that travel between the window and this process.
 * The function carries all that it needs: it also runs, as source text, inside the window.
 *
 * Plain values, arrays and objects are written as themselves. All else is `{"$": [tag, …]}`; so is an object that has a
 * key `$` of its own. An object met again is written as a reference, its number in the order of first meeting.
 */
export function structuredCloneCodec(): StructuredCloneCodec {
  type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
  const MARK = '$';
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };
  const errors: Readonly<Record<string, ErrorConstructor>> = {
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  };
  type BytesView = { readonly buffer: ArrayBufferLike; readonly byteOffset: number; readonly byteLength: number };
  const views: Readonly<Record<string, new (buffer: ArrayBuffer) => BytesView>> = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  };

  const toBase64 = (bytes: Uint8Array): string => {
    if (typeof Buffer !== 'undefined') {
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    }
    let binary = '';
    for (let start = 0; start < bytes.length; start += 0x8000) {
      binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
    }
    return btoa(binary);
  };
  const fromBase64 = (text: string): ArrayBuffer => {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes.buffer;
  };

  const encode = (value: unknown): string => {
    const seen = new Map<object, number>();

    const entries = (source: object): Json[] =>
      Object.entries(source).map(([key, item]: [string, unknown]) => [key, write(item)]);

    const plain = (source: object): Json => {
      // Assigned, a key of the second name would set the prototype. Asked before anything is written: a second writing
      // would find only references to what the first one met.
      if ([MARK, '__proto__'].some((key) => Object.hasOwn(source, key))) {
        return { [MARK]: ['object', ...entries(source)] };
      }
      const copy: Record<string, Json> = {};
      for (const [key, item] of Object.entries(source)) copy[key] = write(item);
      return copy;
    };

    const writeError = (error: Error): Json => {
      const name = Object.hasOwn(errors, error.name) ? error.name : 'Error';
      const cause: Json[] = Object.hasOwn(error, 'cause') ? [write(error.cause)] : [];
      return { [MARK]: ['error', name, String(error.message), String(error.stack ?? ''), ...cause] };
    };

    const writeView = (view: ArrayBufferView): Json => {
      const name = view instanceof DataView ? 'DataView' : Object.prototype.toString.call(view).slice(8, -1);
      if (!Object.hasOwn(views, name)) return refuse();
      return { [MARK]: ['view', name, toBase64(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))] };
    };

    const writeObject = (source: object): Json => {
      if (Array.isArray(source)) return Array.from(source, write);
      if (ArrayBuffer.isView(source)) return writeView(source);
      if (source instanceof Error) return writeError(source);
      if (source instanceof Date) {
        const time = source.getTime();
        return { [MARK]: ['date', Number.isNaN(time) ? null : time] };
      }
      if (source instanceof Map) {
        return { [MARK]: ['map', ...[...source].map(([key, item]) => [write(key), write(item)])] };
      }
      if (source instanceof Set) return { [MARK]: ['set', ...[...source].map(write)] };
      if (source instanceof RegExp) return { [MARK]: ['regexp', source.source, source.flags] };
      if (source instanceof ArrayBuffer) return { [MARK]: ['buffer', toBase64(new Uint8Array(source))] };
      if (source instanceof Boolean || source instanceof Number || source instanceof String) {
        return { [MARK]: ['boxed', write(source.valueOf())] };
      }
      return Object.prototype.toString.call(source) === '[object Object]' ? plain(source) : refuse();
    };

    const write = (item: unknown): Json => {
      if (item === null || typeof item === 'string' || typeof item === 'boolean') return item;
      if (typeof item === 'number') {
        return Number.isFinite(item) && !Object.is(item, -0)
          ? item
          : { [MARK]: ['number', Object.is(item, -0) ? '-0' : String(item)] };
      }
      if (item === undefined) return { [MARK]: ['undefined'] };
      if (typeof item === 'bigint') return { [MARK]: ['bigint', String(item)] };
      if (typeof item !== 'object') return refuse();
      const known = seen.get(item);
      if (known !== undefined) return { [MARK]: ['again', known] };
      seen.set(item, seen.size);
      return writeObject(item);
    };

    return JSON.stringify(write(value));
  };

  const decode = (text: string): unknown => {
    const known: unknown[] = [];
    const meet = <T>(item: T): T => {
      known.push(item);
      return item;
    };
    const textOf = (item: Json | undefined): string => String(item);

    const readError = (parts: readonly Json[]): Error => {
      const [, name, message, stack] = parts;
      const ErrorType = errors[textOf(name)] ?? Error;
      const error = meet(new ErrorType(textOf(message)));
      Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
      if (parts.length > 4) {
        Object.defineProperty(error, 'cause', { value: read(parts[4]), configurable: true, writable: true });
      }
      return error;
    };

    const define = (target: object, entry: Json): void => {
      if (!Array.isArray(entry)) return;
      const value = read(entry[1]);
      Object.defineProperty(target, textOf(entry[0]), { value, configurable: true, enumerable: true, writable: true });
    };

    const readMarked = (parts: readonly Json[]): unknown => {
      const [tag, first, second] = parts;
      switch (tag) {
        case 'undefined':
          return undefined;
        case 'number':
          return Number(first);
        case 'bigint':
          return BigInt(textOf(first));
        case 'again':
          return known[Number(first)];
        case 'date':
          return meet(new Date(first === null ? Number.NaN : Number(first)));
        case 'regexp':
          return meet(new RegExp(textOf(first), textOf(second)));
        case 'buffer':
          return meet(fromBase64(textOf(first)));
        case 'view': {
          const view = views[textOf(first)];
          return view === undefined ? refuse() : meet(new view(fromBase64(textOf(second))));
        }
        case 'boxed':
          return meet(Object(read(first)));
        case 'error':
          return readError(parts);
        case 'map': {
          const map = meet(new Map<unknown, unknown>());
          for (const entry of parts.slice(1)) if (Array.isArray(entry)) map.set(read(entry[0]), read(entry[1]));
          return map;
        }
        case 'set': {
          const set = meet(new Set<unknown>());
          for (const item of parts.slice(1)) set.add(read(item));
          return set;
        }
        case 'object': {
          const object = meet({});
          for (const entry of parts.slice(1)) define(object, entry);
          return object;
        }
        default:
          return refuse();
      }
    };

    const read = (item: Json | undefined): unknown => {
      if (item === undefined || item === null || typeof item !== 'object') return item;
      if (Array.isArray(item)) {
        const array = meet<unknown[]>([]);
        for (const part of item) array.push(read(part));
        return array;
      }
      const marked = Reflect.get(item, MARK);
      if (Array.isArray(marked)) return readMarked(marked);
      const object: Record<string, unknown> = meet({});
      for (const [key, part] of Object.entries(item)) object[key] = read(part);
      return object;
    };

    return read(JSON.parse(text));
  };

  return { encode, decode };
}
