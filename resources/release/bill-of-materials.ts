import { z } from 'zod';

/** What the build found in its bundles and beside them (`out/licences.json`). */
const packed = z.array(z.object({ name: z.string(), version: z.string() }));

/** What `npm sbom --sbom-format cyclonedx` writes, as far as it is changed here; all else goes through as it is. */
const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

/** Carries the app, and is no package of its bundles. */
const RUNTIME = 'electron';

/**
 * The bill of materials of the packed app, of that of all that npm installs: most of which builds and tests it and is in no
 * package. Throws where the build has packed what npm does not know, for such a bill would be wrong.
 */
export function billOfPackedApp(installed: unknown, licences: unknown, productName: string): z.infer<typeof bill> {
  const whole = bill.parse(installed);
  const wanted = new Set(packed.parse(licences).map(({ name, version }) => `${name}@${version}`));
  const components = whole.components.filter(
    ({ name, version }) => name === RUNTIME || wanted.has(`${name}@${version}`),
  );
  const found = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const unknown = [...wanted].filter((one) => !found.has(one));
  if (unknown.length > 0) throw new Error(`Packed, and not among what npm installs: ${unknown.join(', ')}`);
  const root = whole.metadata.component['bom-ref'];
  const refs = new Set([root, ...components.map((component) => component['bom-ref'])]);
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...whole.metadata.component, name: productName } },
    // npm calls what it installs for building `optional`; all that is left here is in the package.
    components: components.map((component) => ({ ...component, scope: 'required', properties: [] })),
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}
