// How Dropslip is packed: electron-builder reads this (`npm run package`). The tests beside it hold what comes of it.
import { join } from 'node:path';
import type {
  Configuration,
  FileAssociation,
  LinuxTargetSpecificOptions,
  MacConfiguration,
  WindowsConfiguration,
} from 'electron-builder';
import manifest from '../../package.json' with { type: 'json' };
import { APP_ID } from '../../src/main/electron/start/app-id.ts';
import { RECEIPT_EXTENSION, RECEIPT_TYPE } from '../../src/shared/submissions/reference-file.ts';
import { notesIfAny } from '../release/changelog.ts';
import { checkPackedLibraries } from './native-library.ts';

type LinuxDesktopFile = NonNullable<LinuxTargetSpecificOptions['desktop']>;
type AzureSigning = NonNullable<WindowsConfiguration['azureSignOptions']>;

/** What a saved receipt is to the system. One extension: Windows and macOS look at no more than what follows the last dot. */
const receipt = { ext: RECEIPT_EXTENSION.slice(1), description: 'Dropslip receipt' } as const satisfies FileAssociation;

/** Screens that the desktop offers by the icon's own menu. */
const screens = { Verify: 'Verify a receipt', LookUp: 'Look up a submission', Spending: 'Spending' };

/** `program`: how the desktop entry of that package starts the app. */
function desktopEntry(program: string): LinuxDesktopFile {
  return {
    entry: {
      Actions: `${Object.keys(screens).join(';')};`,
      Keywords: 'submit;receipt;upload;token;',
      StartupNotify: 'true',
    },
    desktopActions: Object.fromEntries(
      Object.entries(screens).map(([name, words]) => [
        name,
        { Name: words, Exec: `${program} --screen=${name.toLowerCase()}` },
      ]),
    ),
  };
}

/** Names the architecture in any case: each is packed by itself, and they lie side by side. electron-builder fills in the rest. */
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

/** The folder at which a build looks for newer ones; a build without it does not update itself. */
const updateFeed = feed === '' ? null : ({ provider: 'generic', url: feed } as const);
const publisherName = publishers.split(';').filter((name) => name.trim() !== '');

/** The key and its certificate stay there. Who asks is known by the `AZURE_` variables, which Microsoft's own tool reads. */
const azureSignOptions: AzureSigning = {
  endpoint: azure,
  codeSigningAccountName: azureAccount,
  certificateProfileName: azureProfile,
  publisherName: publisherName[0] ?? '',
};

/**
 * macOS replaces nothing that is not signed, and an app can't see whether it is: it looks for this file beside its archive. A
 * certificate that can't be used ends the build, so that the file is true. An identity that is found in the keychain of whoever
 * builds, unasked, does not count.
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

  // What was built, and nothing else. Of the packages keytar alone comes along: all others are bundled, and what keytar needs to
  // be installed it does not need to run.
  files: [
    'out/**',
    'package.json',
    '!out/.built-from',
    '!**/*.map',
    '!node_modules/!(keytar)/**',
    '!node_modules/keytar/**/*.{md,ts}',
    '!node_modules/keytar/build/!(Release)',
    '!node_modules/keytar/build/Release/!(keytar.node)',
  ],
  // With native libraries beside it, by electron-builder's own doing: the system loads them from files of their own.
  asar: true,
  disableAsarIntegrity: false,
  // Those of what is bundled are in out/licences.json, Electron's and Chromium's come with them.
  extraResources: [{ from: 'LICENSE', to: 'LICENSE.txt' }],
  // keytar speaks Node-API: what was built for Node runs in Electron unchanged.
  npmRebuild: false,
  afterPack: checkPackedLibraries,

  // Switches inside Electron's binary, turned before it is signed. docs/security.md says what each is for.
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Turning them breaks the signature that Electron comes with, and macOS on ARM runs nothing without one.
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
    // Desktops find the entry of a window by this name, which package.json has as `desktopName`.
    syncDesktopName: true,
    fileAssociations: [{ ...receipt, mimeType: RECEIPT_TYPE }],
  },
  deb: {
    recommends: ['gnome-keyring | kwalletmanager'],
    packageCategory: 'utils',
    desktop: desktopEntry('/opt/Dropslip/dropslip'),
    afterInstall: 'resources/packaging/deb-after-install.sh',
    // Where Debian's tools look for it.
    fpm: ['LICENSE=/usr/share/doc/dropslip/copyright'],
  },
  // electron-builder's older tools have the desktop entry start the app without Chromium's sandbox. What remains: docs/security.md.
  toolsets: { appimage: '1.0.3' },
  appImage: { executableArgs: [], desktop: desktopEntry('AppRun') },

  // Each architecture is packed on a machine of its own, for keytar is compiled there.
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
      // Any file or folder can be dropped onto the icon; Dropslip is nobody's first choice to open it.
      CFBundleDocumentTypes: [
        {
          CFBundleTypeName: 'File or folder',
          CFBundleTypeRole: 'Viewer',
          LSHandlerRank: 'Alternate',
          LSItemContentTypes: ['public.data', 'public.folder'],
        },
      ],
      // So that a receipt is called one in the Finder, and is shown as the text that it is.
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
    // On Windows the name is that of the kind of file in the registry, which takes no blanks.
    fileAssociations: [{ ...receipt, name: 'Dropslip.Receipt' }],
    // The options of Azure's way to sign take one name only, so both ways have theirs here.
    ...(updateFeed === null || publisherName.length === 0 ? {} : { publish: [{ ...updateFeed, publisherName }] }),
    ...(azure === '' ? {} : { azureSignOptions }),
  },
  nsis: {
    // *Send to* in Explorer.
    include: 'resources/packaging/installer.nsh',
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    artifactName: artifactName('Dropslip-Setup', 'win'),
  },

  // Packaging uploads nothing. A feed is only where the packed app looks for newer ones.
  // What the app says of a version before it is downloaded goes into the feed's own files.
  releaseInfo: { releaseNotes: notesIfAny(join(import.meta.dirname, '..', '..'), manifest.version) },
  publish: updateFeed === null ? null : [updateFeed],
};

export default configuration;
