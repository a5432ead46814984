/** For tests: an object of a class with these methods alone. */
export function fake<Thing extends object>(of: { readonly prototype: Thing }, methods: Partial<Thing>): Thing {
  return Object.assign(Object.create(of.prototype), methods);
}
