/** A page's address that may be shown to anybody; null for anything else. */
export function pageAt(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 500 || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  const isShown = protocol === 'https:' || protocol === 'http:';
  return isShown && username === '' && password === '' && href.length <= 500 ? href : null;
}
