import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { structuredCloneCodec } from './structured-clone.ts';

const { encode, decode } = structuredCloneCodec();
const copy = (value: unknown): unknown => decode(encode(value));

describe('the structured clone codec', () => {
  it('copies any value of the cloneable types as structuredClone does', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: false,
      withNullPrototype: true,
      withBoxedValues: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        expect(copy(value)).toStrictEqual(structuredClone(value));
      }),
    );
  });

  it('keeps what only looks like one of its own marks', () => {
    for (const value of [{ $: ['undefined'] }, { $: 1, a: 2 }, { a: { $: ['again', 0] } }]) {
      expect(copy(value)).toStrictEqual(value);
    }
  });

  it('gives a key named __proto__ back as a key', () => {
    const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "b": 2}');
    const result = copy(value);
    expect(Object.keys(Object(result))).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  it('keeps what stands before a key named __proto__', () => {
    const value: unknown = JSON.parse('{"a": {"b": [1]}, "__proto__": {"c": 2}}');
    expect(Object.entries(Object(copy(value)))).toEqual([
      ['a', { b: [1] }],
      ['__proto__', { c: 2 }],
    ]);
  });

  it('keeps one object one, and circles closed', () => {
    const shared = new Date(0);
    const value: Record<string, unknown> = { first: shared, second: [shared], map: new Map([[shared, 1]]) };
    value.self = value;
    const result = Object(copy(value));
    expect(result.self).toBe(result);
    expect(result.second[0]).toBe(result.first);
    expect(result.map.get(result.first)).toBe(1);
  });

  it('copies errors with their kind, message, stack and cause', () => {
    const error = new RangeError('too far', { cause: new Date(1) });
    const result = copy(error);
    expect(result).toBeInstanceOf(RangeError);
    expect(result).toMatchObject({ message: 'too far', stack: error.stack, cause: new Date(1) });
  });

  it('drops the prototype of an instance', () => {
    class Point {
      x = 1;
      move(): void {}
    }
    expect(copy(new Point())).toStrictEqual({ x: 1 });
  });

  it('refuses what can not be cloned, wherever it is', () => {
    for (const value of [() => 1, Symbol('s'), [{ a: new WeakMap() }], new Map([[1, Promise.resolve()]])]) {
      expect(() => encode(value)).toThrow('An object could not be cloned.');
    }
  });
});
