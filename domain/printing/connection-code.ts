/** One text that connects a workstation: where the platform is, for whom it prints, and the key that may only enrol it. */

export interface Connection {
  backend_url: string;
  organization_id: string;
  warehouse_id: string | null;
  enrollment_key: string;
}

const mark = 'HUB1-';

/** A text of letters, digits, `-` and `_`: it survives mails, chats and line breaks. */
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

/** The connection a pasted text holds; undefined where it is none, or not whole. Blanks and line breaks do not count. */
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
