/** Receipts as they are announced: good ones, and with whatever is refused. */
import fc from 'fast-check';
import type { TestOrganization } from '../helpers/organization.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

export const aReceipt = fc
  .record({
    source_type: fc.constantFrom('manual', 'manual', 'portal', 'purchase'),
    source: fc.constantFrom(undefined, 'unknown'),
    warehouse: fc.constantFrom('own', 'own', 'own', 'unknown'),
    vendor: fc.constantFrom(undefined, 'own', 'unknown'),
    title: fc.constantFrom(undefined, undefined, undefined, 'Pallets', 'poison'),
    lines: fc.array(
      fc.record({
        item: fc.constantFrom('PLAIN', 'LOT', 'EXPIRY', 'PLAIN', 'LOT', 'unknown'),
        expected_qty: fc.constantFrom(undefined, 1, 2.5),
        uom: fc.constantFrom(undefined, undefined, undefined, 'crate'),
      }),
      { maxLength: 3 },
    ),
  })
  .map(
    ({ source, warehouse, vendor, lines, ...rest }) =>
      ({ organization }: { organization: TestOrganization }): object => ({
        ...rest,
        source_id: source && unknownId,
        warehouse_id: warehouse === 'own' ? organization.warehouseId : unknownId,
        vendor_id: vendor === 'own' ? organization.vendorId : vendor && unknownId,
        lines: lines.map(({ item, ...more }) => ({
          item_id: organization.items[item] ?? unknownId,
          ...more,
        })),
      }),
  );
