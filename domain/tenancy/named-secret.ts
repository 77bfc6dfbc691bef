/**
 * Secrets whose public part names the organization: `wp_<organization in base32>_<secret>`. So a proxy in front of several
 * cells knows from the request alone which of them it is for (deploy/cells). Nothing reads more than that from them: they
 * are looked up as a whole.
 */
import { randomBytes } from 'node:crypto';

/** `wp`: an access token; `hek`: a hub's enrollment key. */
type SecretKind = 'wp' | 'hek';

/** What every secret of the kind begins with. */
export const secretStart = (kind: SecretKind): string => `${kind}_`;

export function newSecret(kind: SecretKind, organizationId: string): string {
  return `${secretStart(kind)}${publicName(organizationId)}_${randomBytes(32).toString('base64url')}`;
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** An organization's id in base32 (RFC 4648, small letters, no padding): 26 characters, none of them `_`. */
export function publicName(organizationId: string): string {
  let rest = BigInt(`0x${organizationId.replaceAll('-', '')}`) << 2n;
  let name = '';
  for (; name.length < 26; rest >>= 5n) name = letters[Number(rest & 31n)]! + name;
  return name;
}

/** The organization that a secret says it is of; undefined when it is not of this form. */
export function organizationNamed(secret: string): string | undefined {
  const name = /^(?:wp|wph|hek)_([a-z2-7]{26})_/.exec(secret)?.[1];
  if (name === undefined) return undefined;
  let number = 0n;
  for (let at = 0; at < name.length; at += 1) number = (number << 5n) | BigInt(letters.indexOf(name[at]!));
  const hex = (number >> 2n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
