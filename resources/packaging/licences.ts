import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import satisfies from 'spdx-satisfies';
import type { PackedLicence } from '../../src/shared/bridge/app.ts';

/** An entry of what Vite's `build.license` writes. What the package does not have is left out. */
export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  readonly text?: string;
};

/** The part of a build's plugin that is used here; all else of it is Vite's. */
type Bundle = Record<string, { readonly type: string; readonly source?: string | Uint8Array }>;

/** What Vite writes into each of the three parts, and this takes out of them again. */
export const VITE_LICENCES = 'licences.json';

/** What may be shipped with a program under the MIT licence with no more than its text beside it. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes the licences of everything that ships into one file, while one or more parts are built. Each part rewrites the
 * file with the licences found so far. A licence that is not allowed ends the build. `unbundled`: packages that ship
 * beside the bundles.
 */
export function licencePlugin(file: string, unbundled: readonly string[] = []) {
  const found = new Map<string, BundledPackage>();
  const add = (one: BundledPackage): unknown => found.set(`${one.name}@${one.version}`, one);
  for (const name of unbundled) add(installedPackage(name));
  return {
    name: 'licences',
    apply: 'build' as const,
    enforce: 'post' as const,
    generateBundle: {
      order: 'post' as const,
      handler(_options: unknown, bundle: Bundle): void {
        const asset = bundle[VITE_LICENCES];
        if (asset?.source === undefined) return;
        const packages: BundledPackage[] = JSON.parse(Buffer.from(asset.source).toString());
        for (const one of packages) add(one);
        delete bundle[VITE_LICENCES];
      },
    },
    closeBundle(): void {
      writeFileSync(file, JSON.stringify(packedLicences([...found.values()])));
    },
  };
}

/** Sorted by name, then by version. Throws where a licence is not allowed or its text is missing. */
export function packedLicences(packages: readonly BundledPackage[]): PackedLicence[] {
  return packages
    .map(packedLicence)
    .toSorted((one, other) => compared(one.name, other.name) || compared(one.version, other.version));
}

function packedLicence(bundled: BundledPackage): PackedLicence {
  const { name, version, identifier: licence, text } = bundled;
  if (licence === undefined) throw new Error(`${name} ${version} names no licence, so it can't be shipped.`);
  if (!satisfies(licence, ALLOWED)) {
    throw new Error(`${name} ${version} has the licence ${licence}, which is not among those that may be shipped.`);
  }
  if (text !== undefined) return { name, version, licence, text };
  if (licence === 'MIT') return { name, version, licence, text: mitText(`the authors of ${name}`) };
  if (licence === 'Unlicense') return { name, version, licence, text: UNLICENSE };
  throw new Error(`${name} ${version} has the licence ${licence} and no text of it.`);
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function installedPackage(name: string): BundledPackage {
  const folder = join(root, 'node_modules', name);
  const { version, license }: { version: string; license: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) return { name, version, identifier: license };
  return { name, version, identifier: license, text: readFileSync(join(folder, file), 'utf8').trim() };
}

/** For a package that names the MIT licence and has no file of it. */
function mitText(holder: string): string {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

/** The same for each package, as it names no holder (unlicense.org). */
const UNLICENSE = `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this software, either in source code form or as a compiled binary, for any purpose, commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this software dedicate any and all copyright interest in the software to the public domain. We make this dedication for the benefit of the public at large and to the detriment of our heirs and successors. We intend this dedication to be an overt act of relinquishment in perpetuity of all present and future rights to this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>`;
