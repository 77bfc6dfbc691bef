/**
 * Organizations for tests, with the minimum they need: merchants, a warehouse with locations, items, a customer, a
 * channel.
 */
import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { inTenant, type Database } from '../../db/database.ts';
import {
  insertOrganization,
  insertToken,
  type NewOrganization,
} from '../../db/tenancy/organizations.write.ts';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { prepareOrganization } from '../../server/prepare-organization.ts';
import { permissions, type Permission } from '../../domain/permissions.ts';

export interface TestOrganization {
  id: string;
  accessToken: string;
  /** The own merchant (standard) or the first of two (3PL). */
  merchantId: string;
  secondMerchantId: string | undefined;
  warehouseId: string;
  /** By code: DOCK-1, STAGE-1, XDOCK-1, TRANSIT-1, A-01 to A-05 (storage), P-01 (pick). */
  locations: Record<string, string>;
  /** By sku: PLAIN, LOT, EXPIRY, SERIAL, QC. */
  items: Record<string, string>;
  /** The own merchant's; in the 3PL, the operator's. The same goes for the channel and the vendor. */
  customerId: string;
  channelId: string;
  vendorId: string;
  carrierId: string;
  memberId: string;
  addToken(accessToken: string, granted: readonly Permission[], merchantId: string | null): Promise<string>;
}

export type OrganizationWords = Pick<
  NewOrganization,
  'edition' | 'inventory_mode' | 'time_zone' | 'base_currency'
>;

export interface NewToken {
  organizationId: string;
  accessToken: string;
  granted: readonly Permission[];
  merchantId: string | null;
}

const locationTypes: Record<string, string> = {
  'DOCK-1': 'dock',
  'STAGE-1': 'staging',
  'XDOCK-1': 'cross_dock',
  'TRANSIT-1': 'transit',
  'A-01': 'storage',
  'A-02': 'storage',
  'A-03': 'storage',
  'A-04': 'storage',
  'A-05': 'storage',
  'P-01': 'pick',
};

const itemFlags: Record<string, object> = {
  PLAIN: { weight_kg: 1.5, volume_cbm: 0.01, units_per_carton: 10, units_per_pallet: 100 },
  LOT: { lot_tracked: true },
  EXPIRY: { lot_tracked: true, expiry_tracked: true, min_remaining_life_days: 30 },
  SERIAL: { serial_tracked: true },
  QC: { qc_hold: true },
};

/** Creates one organization with its master data and a token that holds every permission. */
export async function createOrganization(
  database: Database,
  words: OrganizationWords,
): Promise<TestOrganization> {
  const id = uuidv7();
  const accessToken = `wop_${randomBytes(32).toString('base64url')}`;
  const scope = { organizationId: id };
  const ids = (names: string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, uuidv7()]));
  const locations = ids(Object.keys(locationTypes));
  const items = ids(Object.keys(itemFlags));
  const [warehouseId, customerId, channelId, vendorId, carrierId, memberId] = Array.from({ length: 6 }, () =>
    uuidv7(),
  ) as [string, string, string, string, string, string];
  const secondMerchantId = words.edition === 'three_pl' ? uuidv7() : undefined;

  const merchantId = await inTenant(database, scope, async (tx) => {
    const own = await insertOrganization(tx, {
      id,
      name: `Test ${words.edition} ${id.slice(-6)}`,
      ...words,
    });
    await prepareOrganization(tx);
    const merchant = own ?? uuidv7();
    const row = (more: object) => ({ organization_id: id, ...more });
    if (secondMerchantId) {
      await tx('merchants').insert([
        row({ id: merchant, code: 'M1', name: 'Merchant One' }),
        row({ id: secondMerchantId, code: 'M2', name: 'Merchant Two' }),
      ]);
    }
    await tx('warehouses').insert(
      row({ id: warehouseId, code: 'W1', name: 'Main', time_zone: 'America/New_York' }),
    );
    await tx('locations').insert(
      Object.entries(locationTypes).map(([code, type], index) =>
        row({
          id: locations[code],
          warehouse_id: warehouseId,
          code,
          type,
          zone: code[0],
          pick_sequence: index,
        }),
      ),
    );
    await tx('items').insert(
      Object.entries(itemFlags).map(([sku, flags]) =>
        row({ id: items[sku], merchant_id: merchant, sku, name: `Item ${sku}`, ...flags }),
      ),
    );
    await tx('customers').insert(
      row({ id: customerId, merchant_id: own ?? null, code: 'C1', name: 'Customer One' }),
    );
    await tx('channels').insert(
      row({ id: channelId, merchant_id: own ?? null, code: 'WEB', name: 'Web shop' }),
    );
    await tx('vendor_directory').insert({ id: vendorId, name: `Vendor ${id.slice(-12)}` });
    await tx('vendors').insert(
      row({
        id: vendorId,
        merchant_id: own ?? null,
        directory_id: vendorId,
        name: `Vendor ${id.slice(-12)}`,
        code: 'V1',
      }),
    );
    await tx('carriers').insert(row({ id: carrierId, code: 'CARR', name: 'Carrier One', scac: 'CARR' }));
    await tx('members').insert(row({ id: memberId, name: 'Packer', email: 'packer@example.test' }));
    await insertToken(tx, {
      organizationId: id,
      name: 'all',
      accessToken,
      permissions: Object.keys(permissions) as Permission[],
      memberId,
    });
    return merchant;
  });
  // The limits are not meant for what tests and benchmarks send.
  await setQuotas(database, id, {
    requests_per_second: 100_000,
    webhooks_per_second: 100_000,
    requests_at_once: 10_000,
    imports: 20,
  });
  return {
    id,
    accessToken,
    merchantId,
    secondMerchantId,
    warehouseId,
    locations,
    items,
    customerId,
    channelId,
    vendorId,
    carrierId,
    memberId,
    addToken: (token, granted, merchant) =>
      addToken(database, { organizationId: id, accessToken: token, granted, merchantId: merchant }),
  };
}

/** Adds a token that holds some permissions, and returns its id. */
export function addToken(
  database: Database,
  { organizationId, accessToken, granted, merchantId }: NewToken,
): Promise<string> {
  return inTenant(database, { organizationId }, (tx) =>
    insertToken(tx, { organizationId, name: 'some', accessToken, permissions: granted, merchantId }),
  );
}
