/** The store of a connection: its address and credentials. */
import type { HeaderNames } from '../../domain/integration/header-names.ts';
import { credentialsPlace } from '../../domain/integration/sealed-places.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open } from '../../domain/secrets/seal.ts';
import type { Store } from './storefront.ts';

interface Kept {
  header_names: HeaderNames;
  api_url: string | null;
  credentials_sealed: string | null;
}

/** Says in a sentence what is missing when the store cannot be called. */
export function storeOf(
  keys: KeyRing,
  organizationId: string,
  connectionId: string,
  { header_names, api_url: url, credentials_sealed: sealed }: Kept,
): Store | string {
  if (!url) return 'The connection has no api_url.';
  if (!sealed) return 'The connection has no credentials.';
  const opened = open(keys, sealed, credentialsPlace(organizationId, connectionId));
  if (opened === undefined) return 'The credentials cannot be opened any more; enter them again.';
  const token = (JSON.parse(opened) as Record<string, unknown>)['access_token'];
  return typeof token === 'string' && token !== ''
    ? { api_url: url, header_names, access_token: token }
    : 'The credentials have no access_token.';
}
