/** A picture as a `data:` address, which the build puts into the code. */
declare module '*.png?inline' {
  const address: string;
  export = address;
}
