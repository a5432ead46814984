// How electron-builder packs Dropslip (`npm run package`).
import { join } from 'node:path';
import type {
  Configuration,
  FileAssociation,
  LinuxTargetSpecificOptions,
  MacConfiguration,
  WindowsConfiguration,
} from 'electron-builder';
import manifest from '../../package.json' with { type: 'json' };
import { APP_ID } from '../../src/main/start/app-id.ts';
import { RECEIPT_EXTENSION, RECEIPT_TYPE } from '../../src/shared/submissions/verification.ts';
import { notesIfAny } from '../release/changelog.ts';
import { checkPackedLibraries } from './native-library.ts';

type LinuxDesktopFile = NonNullable<LinuxTargetSpecificOptions['desktop']>;
type AzureSigning = NonNullable<WindowsConfiguration['azureSignOptions']>;

/** The file type of a saved receipt. It has one extension, because Windows and macOS read only the part after the last dot. */
const receipt = { ext: RECEIPT_EXTENSION.slice(1), description: 'Dropslip receipt' } as const satisfies FileAssociation;

const desktop: LinuxDesktopFile = { entry: { Keywords: 'submit;receipt;upload;token;', StartupNotify: 'true' } };

/** Always names the architecture, so that the installers of all architectures fit in one folder. electron-builder fills in the rest. */
function artifactName(what: string, system: string): string {
  const [version, arch, ext] = ['version', 'arch', 'ext'].map((name) => `\${${name}}`);
  return `${what}-${version}-${system}-${arch}.${ext}`;
}

/** docs/releasing.md says what each holds. `CSC_NAME` is electron-builder's own, for a certificate in the keychain. */
const {
  DROPSLIP_UPDATE_FEED: feed = '',
  DROPSLIP_PUBLISHER_NAMES: publishers = '',
  DROPSLIP_AZURE_SIGNING_ENDPOINT: azure = '',
  DROPSLIP_AZURE_SIGNING_ACCOUNT: azureAccount = '',
  DROPSLIP_AZURE_SIGNING_PROFILE: azureProfile = '',
  CSC_LINK: macCertificate = '',
  CSC_NAME: macIdentity = '',
} = process.env;

/** The feed that the packed app asks for newer versions: `github`, or the address of a folder. Without one it never asks. */
function updateFeedOf(feed: string) {
  if (feed === '') return null;
  if (feed !== 'github') return { provider: 'generic', url: feed } as const;
  const [owner = '', repo = ''] = new URL(manifest.homepage).pathname.split('/').slice(1);
  return { provider: 'github', owner, repo } as const;
}

const updateFeed = updateFeedOf(feed);
const publisherName = publishers.split(';').filter((name) => name.trim() !== '');

/** The key and its certificate stay in Azure. Microsoft's tool signs in with the `AZURE_` variables. */
const azureSignOptions: AzureSigning = {
  endpoint: azure,
  codeSigningAccountName: azureAccount,
  certificateProfileName: azureProfile,
  publisherName: publisherName[0] ?? '',
};

/**
 * macOS updates signed apps only, and an app can't see whether it is signed: it looks for this file beside its archive. A
 * certificate that can't be used ends the build, so that the file is true. An identity that is merely in the keychain of the machine
 * does not count.
 */
const signedMac: MacConfiguration = {
  extraResources: [{ from: 'resources/signed.mac.txt', to: 'signed' }],
  forceCodeSigning: true,
};

const configuration: Configuration = {
  appId: APP_ID,
  productName: 'Dropslip',
  copyright: 'Copyright © The Dropslip authors',
  directories: { buildResources: 'resources', output: 'dist' },

  // The build and keytar. All other packages are bundled, and keytar needs its own packages only to be installed.
  files: [
    'out/**',
    'package.json',
    '!out/.built-from',
    // Electron's RunAsNode fuse is off, so the app cannot run the command line.
    '!out/cli/**',
    '!**/*.map',
    '!node_modules/!(keytar)/**',
    '!node_modules/keytar/**/*.{md,ts}',
    '!node_modules/keytar/build/!(Release)',
    '!node_modules/keytar/build/Release/!(keytar.node)',
  ],
  // electron-builder unpacks native libraries beside it, because the system loads them from files.
  asar: true,
  disableAsarIntegrity: false,
  // The licences of bundled packages are in out/licences.json. Electron and Chromium bring theirs.
  extraResources: [{ from: 'LICENSE', to: 'LICENSE.txt' }],
  // keytar uses Node-API, so a library that was built for Node runs in Electron.
  npmRebuild: false,
  afterPack: checkPackedLibraries,

  // Switches inside Electron's binary. docs/security.md explains each.
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Setting fuses breaks Electron's signature, and macOS on ARM runs no program without one.
    resetAdHocDarwinSignature: true,
  },

  protocols: [{ name: 'Dropslip', schemes: ['dropslip'] }],

  linux: {
    target: ['AppImage', 'deb'],
    category: 'Utility',
    icon: 'resources/icons/linux',
    synopsis: 'Drop a file, get a slip',
    description: 'Submits files to a data submission service and keeps the receipts.',
    maintainer: 'The Dropslip authors',
    // Desktops find the entry of a window by `desktopName` in package.json.
    syncDesktopName: true,
    fileAssociations: [{ ...receipt, mimeType: RECEIPT_TYPE }],
  },
  deb: {
    recommends: ['gnome-keyring | kwalletmanager'],
    packageCategory: 'utils',
    desktop,
    afterInstall: 'resources/packaging/deb-after-install.sh',
    // The path that Debian's tools read.
    fpm: ['LICENSE=/usr/share/doc/dropslip/copyright'],
  },
  // The desktop entry of older tools starts the app without Chromium's sandbox. docs/security.md has the known limits.
  toolsets: { appimage: '1.0.3' },
  appImage: { executableArgs: [], desktop },

  // Each architecture is packed on a machine of its own, because keytar is compiled there.
  mac: {
    target: ['dmg', 'zip'],
    category: 'public.app-category.utilities',
    icon: 'resources/icons/icon.icns',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
    fileAssociations: [{ ...receipt, name: 'Dropslip receipt', role: 'Viewer', rank: 'Owner' }],
    extendInfo: {
      // Any file or folder can be dropped on the icon, but Dropslip is not its default app.
      CFBundleDocumentTypes: [
        {
          CFBundleTypeName: 'File or folder',
          CFBundleTypeRole: 'Viewer',
          LSHandlerRank: 'Alternate',
          LSItemContentTypes: ['public.data', 'public.folder'],
        },
      ],
      // The Finder names a receipt as one, and shows its text.
      UTExportedTypeDeclarations: [
        {
          UTTypeIdentifier: `${APP_ID}.receipt`,
          UTTypeDescription: receipt.description,
          UTTypeConformsTo: ['public.json'],
          UTTypeTagSpecification: {
            'public.filename-extension': [receipt.ext],
            'public.mime-type': [RECEIPT_TYPE],
          },
        },
      ],
    },
    artifactName: artifactName('Dropslip', 'mac'),
    ...(`${macCertificate}${macIdentity}`.trim() === '' ? {} : signedMac),
  },

  win: {
    target: ['nsis'],
    icon: 'resources/icons/icon.ico',
    // On Windows this is the name of the file type in the registry, which takes no blanks.
    fileAssociations: [{ ...receipt, name: 'Dropslip.Receipt' }],
    // The options for Azure take only one name, so all names are here, for both ways to sign.
    ...(updateFeed === null || publisherName.length === 0 ? {} : { publish: [{ ...updateFeed, publisherName }] }),
    ...(azure === '' ? {} : { azureSignOptions }),
  },
  nsis: {
    include: 'resources/packaging/installer.nsh',
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    artifactName: artifactName('Dropslip-Setup', 'win'),
  },

  // The app shows these notes before it downloads a version.
  releaseInfo: { releaseNotes: notesIfAny(join(import.meta.dirname, '..', '..'), manifest.version) },
  // Packaging uploads nothing. The packed app looks for updates in the feed.
  publish: updateFeed === null ? null : [updateFeed],
};

export default configuration;
