export { PassphraseFields } from './PassphraseFields.tsx';
export { PrivacySection } from './PrivacySection.tsx';
export { typedKey } from './passphrase.ts';
export { DropPassphrase, ReadersChoice, useReadersChoice } from './ReadersChoice.tsx';
export { usePrivacy } from './use-privacy.ts';
export { useTypedPassphrase } from './use-typed-passphrase.ts';
