import { authorityCertificates } from '../older-node.ts';
import { serve } from '../threads.ts';

const api = { systemAuthorities: () => authorityCertificates('system') };
export type AuthoritiesReader = typeof api;

serve(api);
