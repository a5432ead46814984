import { expect, test } from 'vitest';
import { billOfPackedApp } from './bill-of-materials.ts';

const installed = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: { 'bom-ref': 'dropslip@0.1.0', name: 'checkout', version: '0.1.0' } },
  components: [
    { 'bom-ref': 'electron@45.4.1', name: 'electron', version: '45.4.1', scope: 'optional', hashes: [] },
    { 'bom-ref': 'zod@4.6.7', name: 'zod', version: '4.6.7', scope: 'optional', hashes: [{ alg: 'SHA-512' }] },
    { 'bom-ref': 'zod@3.0.0', name: 'zod', version: '3.0.0', scope: 'optional' },
    { 'bom-ref': 'vitest@5.1.1', name: 'vitest', version: '5.1.1', scope: 'optional' },
  ],
  dependencies: [
    { ref: 'dropslip@0.1.0', dependsOn: ['electron@45.4.1', 'zod@4.6.7', 'vitest@5.1.1'] },
    { ref: 'vitest@5.1.1', dependsOn: ['zod@3.0.0'] },
    { ref: 'zod@4.6.7' },
  ],
};

test('the bill has what is packed and Electron, in their versions, and nothing that only builds or tests', () => {
  const { metadata, components, dependencies, ...rest } = billOfPackedApp(
    installed,
    [{ name: 'zod', version: '4.6.7', licence: 'MIT', text: '' }],
    'Dropslip',
  );
  expect(metadata.component.name).toBe('Dropslip');
  expect(components.map(({ name, version, scope }) => `${name} ${version} ${scope}`)).toEqual([
    'electron 45.4.1 required',
    'zod 4.6.7 required',
  ]);
  expect(components[1]).toMatchObject({ hashes: [{ alg: 'SHA-512' }] });
  expect(dependencies).toEqual([
    { ref: 'dropslip@0.1.0', dependsOn: ['electron@45.4.1', 'zod@4.6.7'] },
    { ref: 'zod@4.6.7', dependsOn: [] },
  ]);
  expect(rest).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.5' });
});

test('what is packed and not known to npm makes no bill', () => {
  expect(() => billOfPackedApp(installed, [{ name: 'ky', version: '2.1.0' }], 'Dropslip')).toThrow('ky@2.1.0');
});
