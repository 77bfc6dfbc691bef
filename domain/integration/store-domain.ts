/** The name of a shop, written in one way: what a header says and what a person typed meet here. */

/** `https://Shop.Example.com:443/admin` and `shop.example.com.` are both `shop.example.com`; '' for what names no host. */
export function storeDomain(given: string): string {
  const text = given.trim().toLowerCase();
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/[/?#].*$/, '');
  const host = bare
    .replace(/^[^@]*@/, '')
    .replace(/:\d+$/, '')
    .replace(/\.+$/, '');
  return /^[\p{L}\p{N}._-]{1,253}$/u.test(host) ? toAscii(host) : '';
}

// Names beyond ASCII have one spelling on the wire.
function toAscii(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.replace(/\.+$/, '');
  } catch {
    return '';
  }
}
