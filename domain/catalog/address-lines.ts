/** An address as people write it. */
export function addressLines(address: Record<string, unknown>): string[] {
  const word = (name: string): string =>
    typeof address[name] === 'string' ? (address[name] as string).trim() : '';
  const place = [word('city'), [word('state'), word('postal')].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return [word('name'), word('address'), place, word('country'), word('phone')].filter(Boolean);
}
