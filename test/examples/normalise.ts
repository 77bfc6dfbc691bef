/**
 * Makes an exchange read the same in every run: ids and timestamps are numbered instead of random, secrets are masked,
 * long lists and texts are cut. The rest is exactly what was requested and answered.
 */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;
const moment = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const numberOfDay = /\b([A-Z]{2,10})-20\d{6}-(\d{4,})\b/g;
const numberOfMonth = /\b([A-Z]{2,10})-20\d{4}-(\d{4,})\b/g;
const secrets = /\b(wop|whsec|hek)_[A-Za-z0-9+/=_-]{12,}/g;

const rowsMax = 2;
const textMax = 300;
const documentMax = 2_000;
const firstMoment = Date.UTC(2026, 2, 2, 14, 0, 0);

export function normalised<T>(value: T): T {
  const text = JSON.stringify(value);
  const ids = numbered(text.match(uuid) ?? []);
  const moments = new Map(
    [...new Set(text.match(moment) ?? [])]
      .toSorted((a, b) => Date.parse(a) - Date.parse(b))
      .map((at, index) => [at, new Date(firstMoment + index * 60_000).toISOString()]),
  );
  const today = /"20\d\d-\d\d-\d\d"/.test(text) ? new Date().toISOString().slice(0, 10) : undefined;
  const inText = (word: string, max: number): string => {
    const stable = word
      .replaceAll(secrets, (_, kind: string) => `${kind}_example`)
      .replaceAll(uuid, (id) => ids.get(id.toLowerCase())!)
      .replaceAll(moment, (at) => moments.get(at)!)
      .replaceAll(numberOfDay, '$1-20260302-$2')
      .replaceAll(numberOfMonth, '$1-202603-$2');
    const dated = today !== undefined && stable === today ? '2026-03-02' : stable;
    return dated.length > max ? `${dated.slice(0, max)}...` : dated;
  };
  const visit = (node: unknown, max = textMax): unknown => {
    if (typeof node === 'string') return inText(node, max);
    if (Array.isArray(node)) return node.slice(0, rowsMax).map((one) => visit(one, max));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [key, visit(inner, key === 'document' ? documentMax : max)]),
    );
  };
  return visit(value) as T;
}

function numbered(found: readonly string[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const id of found) {
    const known = id.toLowerCase();
    if (!ids.has(known)) ids.set(known, `01a1fea7-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`);
  }
  return ids;
}
