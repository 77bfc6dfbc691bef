/** How the tables of `/ops` are written. */

/** A table whose rows become cards where there is no room for its columns. Its cells are HTML. */
export function cards(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    (cells) => `<tr>${cells.map((cell, at) => `<td data-label="${heads[at]}">${cell}</td>`).join('')}</tr>`,
  );
  return `<table class="cards"><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table>`;
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** Seconds in the largest unit that fits: "3 hours". */
export function ageInWords(seconds: string): string {
  const age = Math.max(1, Math.floor(Number(seconds)));
  const [size, unit] = units.find(([length]) => age >= length)!;
  const count = Math.floor(age / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
