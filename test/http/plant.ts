/**
 * Rows for walks: a record of every kind that can be created over HTTP with a valid body, with the organization's own
 * ids.
 */
import { createClient } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { bodySchemaOf, everyEndpoint } from './endpoints.ts';
import { fitting, type IdOf } from './generate.ts';
import { createRandom } from './random.ts';

const triesMax = 3;

/** The organization's own ids, by field name. */
export function ownIds(organization: TestOrganization): IdOf {
  const { locations, items } = organization;
  const known: Record<string, string> = {
    merchant_id: organization.merchantId,
    sku: 'PLAIN',
    channel: organization.channelId,
    warehouse_id: organization.warehouseId,
    customer_id: organization.customerId,
    channel_id: organization.channelId,
    vendor_id: organization.vendorId,
    carrier_id: organization.carrierId,
    member_id: organization.memberId,
    assignee_id: organization.memberId,
    item_id: items['PLAIN']!,
    product_id: items['PLAIN']!,
    location_id: locations['A-01']!,
    from_location_id: locations['A-01']!,
    to_location_id: locations['A-02']!,
    dock_location_id: locations['DOCK-1']!,
  };
  return (field) => known[field];
}

/** Posts valid bodies to every collection without parameters. Returns how many records were created. */
export async function plantRecords(
  platform: { url: string },
  organization: TestOrganization,
): Promise<number> {
  const client = createClient(platform.url, { id: organization.id, accessToken: organization.accessToken });
  const idOf = ownIds(organization);
  let made = 0;
  for (const endpoint of everyEndpoint) {
    if (endpoint.kind !== 'command' || endpoint.method !== 'POST' || endpoint.path.includes('{')) continue;
    for (let seed = 1; seed <= triesMax; seed += 1) {
      const body = fitting(bodySchemaOf(endpoint), createRandom(seed), idOf);
      const { status } = await client.post(endpoint.path, body);
      if (status >= 300) continue;
      made += 1;
      break;
    }
  }
  return made;
}
