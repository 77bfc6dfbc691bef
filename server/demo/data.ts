/**
 * The demo organizations of a first start: a standard one (wms_sync), a standalone one (oms_standalone) and a 3PL one
 * with two merchants. Created once; demo.json, next to the database, describes them.
 */
import { inTenant, type Database, type TenantTransaction } from '../../db/database.ts';
import { insertRows, listVendor } from '../../db/tenancy/catalogue.write.ts';
import {
  insertOrganization,
  insertToken,
  type NewOrganization,
} from '../../db/tenancy/organizations.write.ts';
import { newSecret } from '../../domain/tenancy/named-secret.ts';
import { newId } from '../../domain/new-id.ts';
import { permissions, type Permission } from '../../domain/permissions.ts';
import { demoItems, demoLocations, demoSpots } from './catalogue.ts';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { tokenHash } from '../../db/tenancy/tokens.read.ts';
import { paperSettingsCommands } from '../../queues/tenancy/paper-settings.ts';
import { hubCommands } from '../../queues/printing/hubs.ts';
import { insertDemoRates } from './rates.ts';
import { prepareOrganization } from '../prepare-organization.ts';
import { runAsOperator } from '../run-as-operator.ts';

export interface DemoOrganization {
  organization_id: string;
  access_token: string;
  warehouse_id: string;
  merchant_id: string;
  customer_id: string;
  channel_id: string;
  vendor_id: string;
  carrier_id: string;
  locations: Record<string, string>;
  items: Record<string, string>;
}

export interface DemoThreePl extends DemoOrganization {
  /** Both merchants; merchant_id is the first. */
  merchant_ids: string[];
}

export interface DemoData {
  /** Lets a hub enroll with the main organization for a year. */
  hubEnrollmentKey: string;
  main: DemoOrganization;
  standalone: DemoOrganization;
  threePl: DemoThreePl;
}

/** Of addresses and numbers that nobody has. */
const letterhead = {
  address: {
    address: '1 Pier Road',
    city: 'Portland',
    state: 'ME',
    postal: '04101',
    country: 'US',
    phone: '+1 207 555 0100',
  },
  email: 'billing@demo.example',
  website: 'https://demo.example',
  tax_number: 'EIN 00-0000000',
  bank_name: 'First Demo Bank',
  bank_account: '0000000000',
  bank_code: '000000000',
};

// Demos and benchmarks run against these organizations, so their tokens may send more requests than usual.
const demoRequestsPerSecond = 20_000;

/** Creates the three organizations, each in one transaction. */
export async function createDemoData(database: Database): Promise<DemoData> {
  const main = await createDemo(database, { name: 'Harbor Goods', edition: 'standard' });
  const standalone = await createDemo(database, {
    name: 'Meadow Retail',
    edition: 'standard',
    inventory_mode: 'oms_standalone',
  });
  const threePl = await createDemo(database, { name: 'Northgate Logistics', edition: 'three_pl' });
  await insertDemoRates(database, threePl.organization_id);
  const hubEnrollmentKey = await createEnrollmentKey(database, main.organization_id);
  return { main, standalone, threePl, hubEnrollmentKey };
}

async function createEnrollmentKey(database: Database, organizationId: string): Promise<string> {
  const key = newSecret('hek', organizationId);
  await runAsOperator(database, organizationId)(hubCommands.createEnrollmentKey, {
    id: newId(),
    name: 'demo',
    key_hash: tokenHash(key).toString('hex'),
    expires_at: new Date(Date.now() + 365 * 86_400_000).toISOString(),
  });
  return key;
}

async function createDemo(
  database: Database,
  words: Pick<NewOrganization, 'name' | 'edition' | 'inventory_mode'>,
): Promise<DemoThreePl> {
  const id = newId();
  const accessToken = newSecret('wp', id);
  const made = await inTenant(database, { organizationId: id }, async (tx) => {
    const own = await insertOrganization(tx, {
      id,
      time_zone: 'America/New_York',
      ...words,
    });
    await prepareOrganization(tx);
    const merchantIds = own ? [own] : await insertMerchants(tx);
    const catalogue = await insertCatalogue(tx, merchantIds[0]!, own ?? null);
    await insertToken(tx, {
      organizationId: id,
      name: 'demo',
      accessToken,
      permissions: Object.keys(permissions) as Permission[],
    });
    return {
      organization_id: id,
      access_token: accessToken,
      merchant_id: merchantIds[0]!,
      merchant_ids: merchantIds,
      ...catalogue,
    };
  });
  await setQuotas(database, id, { requests_per_second: demoRequestsPerSecond });
  await runAsOperator(database, id)(paperSettingsCommands.updatePaperSettings, letterhead);
  return made;
}

function insertMerchants(tx: TenantTransaction): Promise<string[]> {
  return insertRows(tx, 'merchants', [
    { code: 'ALPINE', name: 'Alpine Outfitters' },
    { code: 'BREEZE', name: 'Breeze Beauty' },
  ]);
}

async function insertCatalogue(
  tx: TenantTransaction,
  merchantId: string,
  /**
   * Who owns the vendor, the customer and the channel; null, meaning the 3PL itself, so that both its merchants can use
   * them.
   */
  sellerId: string | null,
): Promise<Omit<DemoOrganization, 'organization_id' | 'access_token' | 'merchant_id'>> {
  const insert = (table: Parameters<typeof insertRows>[1], rows: readonly object[]) =>
    insertRows(tx, table, rows);
  const one = async (table: Parameters<typeof insertRows>[1], row: object) =>
    (await insert(table, [row]))[0]!;
  const zone = 'America/New_York';
  const warehouseId = await one('warehouses', {
    code: 'EAST',
    name: 'East warehouse',
    time_zone: zone,
    priority: 1,
  });
  const locationIds = await insert(
    'locations',
    demoLocations.map((location) => ({ ...location, warehouse_id: warehouseId })),
  );
  await insert(
    'spots',
    demoSpots.map((spot) => ({ ...spot, warehouse_id: warehouseId })),
  );
  const itemIds = await insert(
    'items',
    demoItems.map((item) => ({ ...item, merchant_id: merchantId })),
  );
  const vendorName = 'Pacific Supply Co.';
  const vendorId = await one('vendors', {
    merchant_id: sellerId,
    directory_id: await listVendor(tx, vendorName),
    name: vendorName,
    code: 'PACIFIC',
  });
  return {
    warehouse_id: warehouseId,
    customer_id: await one('customers', {
      merchant_id: sellerId,
      code: 'CUST-1',
      name: 'Ada Lovelace',
      email: 'ada@example.test',
    }),
    channel_id: await one('channels', { merchant_id: sellerId, code: 'WEB', name: 'Web shop' }),
    vendor_id: vendorId,
    carrier_id: await one('carriers', { code: 'FASTSHIP', name: 'Fast Ship', scac: 'FSTS' }),
    locations: byName(
      demoLocations.map(({ code }) => code),
      locationIds,
    ),
    items: byName(
      demoItems.map(({ sku }) => sku),
      itemIds,
    ),
  };
}

function byName(names: readonly string[], ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, ids[index]!]));
}
