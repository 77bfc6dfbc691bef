/** The figures of `/ops/shelves`: the places of one warehouse, a page at a time, of the organization that is logged in. */
import { readTenant, type Database } from '../../db/database.ts';
import { readShelves, shelvedWarehouses, type Shelf } from '../../db/counting/shelves.read.ts';
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import type { SidePage } from '../http/exchange.ts';
import type { OpsLogin } from './login.ts';

const path = '/ops/shelves/api/figures';
const warehousesMax = 200;
const placesMax = 2_000;
const codeLettersMax = 200;

export interface ShelvesFigures {
  at: string;
  warehouses: { id: string; code: string; name: string }[];
  /** Of the warehouse asked for, else of the first. */
  warehouse_id: string | null;
  places: (Omit<Shelf, 'units' | 'fill'> & { units: number; fill: number | null })[];
  /** The code after which the next page begins; null after the last. */
  next: string | null;
}

export function shelvesPage(guard: OpsLogin['guard'], database: Database): SidePage {
  const answer: SidePage['answer'] = async (ctx, next) => {
    if (ctx.path !== path || ctx.method !== 'GET') return next();
    const principal = await guard(ctx, 'wms.cycle_count.view');
    if (!principal) {
      if (ctx.status === 302) ctx.status = 401;
      return;
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'application/json';
    // One merchant sees its own goods alone: shelves with those of others would look empty.
    if (principal.merchant_id) {
      ctx.status = 403;
      ctx.body = JSON.stringify({
        error: { message: 'The shelves are the operator’s, not one merchant’s.' },
      });
      return;
    }
    const { warehouse_id: asked, after } = ctx.query;
    ctx.body = JSON.stringify(
      await readFigures(database, principal.organization_id, {
        warehouseId: typeof asked === 'string' && uuidPattern.test(asked) ? asked : undefined,
        after: typeof after === 'string' ? after.slice(0, codeLettersMax) : '',
      }),
    );
  };
  return { under: ['/ops'], answer };
}

function readFigures(
  database: Database,
  organizationId: string,
  { warehouseId, after }: { warehouseId: string | undefined; after: string },
): Promise<ShelvesFigures> {
  return readTenant(
    database,
    { organizationId },
    async (tx) => {
      const at = new Date().toISOString();
      const warehouses = await shelvedWarehouses(tx, warehousesMax);
      const shown = warehouses.find(({ id }) => id === warehouseId) ?? warehouses[0];
      if (!shown) return { at, warehouses, warehouse_id: null, places: [], next: null };
      const found = await readShelves(tx, shown.id, after, placesMax + 1);
      const page = found.slice(0, placesMax);
      return {
        at,
        warehouses,
        warehouse_id: shown.id,
        places: page.map((place) => ({
          ...place,
          units: Number(place.units),
          fill: place.fill === null ? null : Number(place.fill),
        })),
        next: found.length > placesMax ? page.at(-1)!.code : null,
      };
    },
    { isReport: true },
  );
}
