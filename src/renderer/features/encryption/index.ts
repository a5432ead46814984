export { PassphraseFields, useTypedPassphrase } from './PassphraseFields.tsx';
export { PrivacySection } from './PrivacySection.tsx';
export { typedKey } from './passphrase.ts';
export { usePrivacy } from './privacy-words.ts';
export { DropPassphrase, ReadersChoice, useReadersChoice } from './ReadersChoice.tsx';
