/** Purchase orders for tests, created through the service itself. */
import type { Client } from './client.ts';
import type { TestOrganization } from './organization.ts';

export const ordersPath = '/v1/purchase/orders';

/** A draft purchase order from the organization's vendor: 10 PLAIN at 2.50 unless specified. Returns its id. */
export async function makeOrder(
  client: Client,
  organization: TestOrganization,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const made = await client.post(ordersPath, {
    vendor_id: organization.vendorId,
    merchant_id: organization.merchantId,
    lines: [{ sku: 'PLAIN', qty: 10, price: 2.5 }],
    ...fields,
  });
  if (made.status !== 201) throw new Error(`The purchase order was not made: ${made.text}`);
  return made.body.id;
}
