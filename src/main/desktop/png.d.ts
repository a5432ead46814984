/** An image as a `data:` URL, which the build inlines. */
declare module '*.png?inline' {
  const address: string;
  export = address;
}
