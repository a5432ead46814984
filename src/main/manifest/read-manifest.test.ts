import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readManifest, writeManifest } from './index.ts';
import { manifests } from './manifest.fixture.ts';

test('whatever a manifest says, it is read as it was written', () => {
  fc.assert(
    fc.property(manifests, (manifest) => {
      expect(readManifest(writeManifest(manifest))).toEqual({ ok: true, value: manifest });
    }),
  );
});
