/** What a socket with this origin may do: everything its token allows, only pair, or nothing. */
export type OriginVerdict = 'known' | 'may_pair' | 'refused';

/**
 * Whether a Host header names this hub. A web page can point its own host name at 127.0.0.1 (DNS rebinding) and would
 * then be of the "same origin"; the Host header gives it away.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].some((name) => host?.toLowerCase() === `${name}:${port}`);
}

/** Judges the Origin of a WebSocket. Browsers always send one, so a request without it is a local program. */
export function judgeOrigin(
  origin: string | undefined,
  known: { allowed: readonly string[]; isPaired: (origin: string) => boolean; isPairingOpen: boolean },
): OriginVerdict {
  if (origin === undefined) return 'known';
  // Sandboxed frames and local files share the origin "null", so it identifies nobody in particular.
  if (origin === 'null') return 'refused';
  if (known.allowed.includes(origin) || known.isPaired(origin)) return 'known';
  return known.isPairingOpen && /^https:\/\/[^/\s]+$/.test(origin) ? 'may_pair' : 'refused';
}
