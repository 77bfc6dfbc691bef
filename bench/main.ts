/**
 * `npm run bench -- <name> ...`: measurements on this machine, each next to a ceiling taken in the same run. Never a
 * test.
 */
const benches: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  floor: () => import('./floor/floor.ts'),
  receiving: () => import('./receiving.ts'),
  putaway: () => import('./floor/putaway.ts'),
  cartons: () => import('./cartons/main.ts'),
  allocation: () => import('./allocation.ts'),
  shipping: () => import('./shipping.ts'),
  printing: () => import('./printing.ts'),
  imports: () => import('./imports.ts'),
  fairness: () => import('./fairness.ts'),
  billing: () => import('./billing.ts'),
  till: () => import('./till.ts'),
  month: () => import('./month.ts'),
  webhooks: () => import('./webhooks/main.ts'),
  neighbours: () => import('./neighbours/main.ts'),
  floods: () => import('./neighbours/floods.ts'),
  reads: () => import('./reads.ts'),
  lookups: () => import('./lookups.ts'),
  disk: () => import('./disk.ts'),
  cells: () => import('./cells.ts'),
  handhelds: () => import('./floor/handhelds.ts'),
};

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const chosen = names.length > 0 ? names : Object.keys(benches);
for (const name of chosen) {
  const load = benches[name];
  if (!load) {
    console.error(`There is no benchmark ${name}; there are ${Object.keys(benches).join(', ')}.`);
    process.exit(1);
  }
  console.log(`\n# ${name}\n`);
  await (await load()).run();
}
process.exit(0);
