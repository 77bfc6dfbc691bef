/** What the demo prints: a heading per chapter, one line per thing that happened, small tables. */
export function chapter(title: string): void {
  console.log(`\n== ${title}`);
}

export function say(line: string): void {
  console.log(`   ${line}`);
}

export function table(rows: readonly Record<string, string | number | null | undefined>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => `${row[column] ?? '-'}`))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)));
  for (const line of cells) say(`  ${line.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')}`);
}
