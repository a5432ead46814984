import { record } from './record.ts';

/** The schemes whose links the desktop would hand to this app, were there one: for this process they are its own. */
const registered = new Set<string>();

export function registerProtocolClient(scheme: string): boolean {
  registered.add(scheme);
  record({ kind: 'protocol-client', scheme, isDefault: true });
  return true;
}

export function removeProtocolClient(scheme: string): boolean {
  record({ kind: 'protocol-client', scheme, isDefault: false });
  return registered.delete(scheme);
}

export function isProtocolClient(scheme: string): boolean {
  return registered.has(scheme);
}
