/** The merchant's statement of a random history, over HTTP: what came and went is the difference of what is there. */
import { sum } from './book.ts';
import type { Seen } from './seen.ts';
import { ok, type Site } from './site.ts';
import { assertSame } from './same.ts';

const figures = [
  'opening',
  'received',
  'returned',
  'shipped',
  'transferred',
  'adjusted',
  'reversed',
] as const;
type Figures = Record<(typeof figures)[number] | 'closing', number> & { item_id: string };

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function statement({ client }: Site, from: number, to: number): Promise<Figures[]> {
  const path = `/api/wms/inventory/statement?from=${day(from)}&to=${day(to)}&page_size=200`;
  return ok(await client.get(path)).items;
}

/** Closing = opening + everything between, for each item; it is what is there, and what the next statement opens with. */
export async function assertStatement(site: Site, seen: Seen): Promise<void> {
  const [whole, next] = [await statement(site, -2, 2), await statement(site, 3, 4)];
  for (const item of site.items) {
    const word = site.words.get(item)!;
    const there = sum(seen.stock.filter(({ item_id: id }) => id === item));
    const of = whole.find(({ item_id: id }) => id === item);
    if (!of) {
      assertSame(`${word} without a line in the statement`, there, 0);
      continue;
    }
    assertSame(`${word} opens with`, of.opening, 0);
    const moved = figures.reduce((total, figure) => total + of[figure], 0);
    assertSame(`${word} closes with what opened and moved`, of.closing, moved);
    assertSame(`${word} closes with what is there`, of.closing, there);
    const after = next.find(({ item_id: id }) => id === item);
    assertSame(`${word} opens the next statement with`, after?.opening ?? 0, there);
  }
}
