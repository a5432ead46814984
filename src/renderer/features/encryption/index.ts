export { PassphraseFields } from './PassphraseFields.tsx';
export { PrivacySection } from './PrivacySection.tsx';
export { DropPassphrase, ReadersChoice, useReadersChoice } from './ReadersChoice.tsx';
export { typedKey } from './typed-key.ts';
export { usePrivacy } from './use-privacy.ts';
export { useTypedPassphrase } from './use-typed-passphrase.ts';
