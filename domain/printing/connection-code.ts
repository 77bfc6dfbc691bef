/**
 * A single code that connects a workstation: the platform's address, the organization and warehouse it prints for, and
 * a key that can only be used to enroll it.
 */

export interface Connection {
  backend_url: string;
  organization_id: string;
  warehouse_id: string | null;
  enrollment_key: string;
}

const mark = 'HUB1-';

/** Made of letters, digits, `-` and `_`, so it survives email, chat and line breaks. */
export function connectionCode(connection: Connection): string {
  const {
    backend_url: url,
    organization_id: organization,
    warehouse_id: warehouse,
    enrollment_key: key,
  } = connection;
  const packed = JSON.stringify([url, organization, warehouse, key]);
  return mark + Buffer.from(packed, 'utf8').toString('base64url');
}

/**
 * The connection in a pasted code; undefined when it is not one or is incomplete. Spaces and line breaks are ignored.
 */
export function readConnectionCode(pasted: string): Connection | undefined {
  const text = pasted.replaceAll(/\s/g, '');
  if (!text.startsWith(mark) || text.length > 4_000) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text.slice(mark.length), 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return undefined;
  const [url, organization, warehouse, key] = parts as unknown[];
  if (typeof url !== 'string' || typeof organization !== 'string' || typeof key !== 'string')
    return undefined;
  if (warehouse !== null && typeof warehouse !== 'string') return undefined;
  return { backend_url: url, organization_id: organization, warehouse_id: warehouse, enrollment_key: key };
}
