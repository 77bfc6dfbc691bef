/** Sheets that travel with goods say everything they are told, however long it is: a receiver goes by them. */
import test from 'ava';
import { drawBillOfLading } from '../../api/tenant/shipping/bill-of-lading-pdf.ts';
import { drawPackingList } from '../../api/tenant/shipping/packing-list-pdf.ts';
import { noReader, readPaper } from '../documents/read-paper.ts';

const address = {
  name: 'Northern Regional Distribution Center of Example Retail Holdings',
  address:
    'Receiving Dock 14, Building C, Gate 3 North\n12000 Commerce Park Boulevard Extension, Suite 400\nc/o Third Floor Receiving Office',
  city: 'Grand Rapids',
  state: 'MI',
  postal: '49512',
  country: 'US',
  phone: '+1 616 555 0142',
};
const chinese = {
  name: '上海进出口贸易有限公司仓库',
  address: '浦东新区世纪大道一百号三号楼二层',
  country: 'CN',
};

const operator =
  'Intercontinental Third Party Logistics and Fulfilment Services of Greater Michigan Incorporated';

/** Each word must be there, in whatever line. */
function missing(paper: string, texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(/\s+/)).filter((word) => !paper.includes(word));
}

test('a bill of lading wraps what is long instead of cutting it', async (t) => {
  const description =
    'Household furniture, wooden, knocked down flat, in boxes on pallets, density at least 15 pounds per cubic foot; do not stack more than two pallets high; keep dry, handle with forklift only, protect from freezing, deliver by appointment; lithium batteries contained in equipment UN3481, final words';
  const merchant = 'Scandinavian Kitchenware Import Company';
  const file = await drawBillOfLading({
    load_no: 'LOAD-20260101-0001',
    bol_number: '00000000000000017',
    organization: operator,
    warehouse: 'Main',
    warehouse_address: address,
    time_zone: 'Europe/Berlin',
    carrier: 'Trans-Continental Less Than Truckload Freight Lines',
    scac: 'TCFL',
    freight_terms: 'third_party',
    trailer_no: 'TRAILER-NUMBER-0123456789',
    seal_no: 'SEAL-0123456789-0123456789',
    handling_unit_type: 'pallet',
    handling_units: 2,
    weight_kg: null,
    ship_to: address,
    pro_number: '123-456789',
    freight_class: '92.5',
    goods_description: description,
    bill_freight_to: chinese,
    shipped_at: '2026-01-01T23:30:00+00:00',
    shipments: [
      {
        shipment_no: 'SHP-20260101-0001',
        order_no: 'SO-20260101-0001',
        po_number: 'RETAILER 0045 4500012345',
        merchant,
        ship_to: { name: address.name, city: 'Grand Rapids' },
        cartons: 3,
        units: '10',
        weight_kg: '12.5',
      },
    ],
  });
  const paper = readPaper(file, 'long-bill-of-lading');
  if (paper === undefined) return t.log(noReader);
  t.false(paper.includes('…'));
  // It would run into the bars of the number beside it.
  t.false(paper.includes(operator));
  const said = [
    operator,
    address.name,
    address.address,
    address.phone,
    description,
    merchant,
    '4500012345',
    chinese.name,
  ];
  t.deepEqual(missing(paper, said), []);
});

test('a packing list wraps what is long instead of cutting it', async (t) => {
  const sku = 'NORTHWIND-CLASSIC-TEE-HEATHER-GREY-ORGANIC-COTTON-WOMEN-SIZE-XXL';
  const name = 'Classic tee, heather grey, organic cotton, women, relaxed fit, size extra extra large';
  const line = {
    line_no: 1,
    sku,
    item_name: name,
    lot_no: 'LOT-2026-01-01-SHIFT-2-LINE-17-BATCH-0042',
    qty: '1',
  };
  const file = await drawPackingList({
    shipment_no: 'SHP-20260101-0001',
    kind: 'order',
    order_no: 'SO-20260101-0001',
    merchant: 'Scandinavian Kitchenware Import Company',
    organization: 'Operator',
    warehouse_id: '',
    warehouse: 'Main',
    warehouse_address: address,
    time_zone: 'Europe/Berlin',
    ship_to: address,
    ship_mode: 'parcel',
    carrier_code: 'USPS',
    tracking_no: '9400111899223197428490',
    shipped_at: '2026-01-01T23:30:00+00:00',
    // Enough of them for several pages: a line of two rows is not torn apart by the end of a page.
    lines: Array.from({ length: 90 }, (_, at) => ({ ...line, line_no: at + 1, uom: `EA${at}` })),
    cartons: [],
  });
  const paper = readPaper(file, 'long-packing-list');
  if (paper === undefined) return t.log(noReader);
  t.false(paper.includes('…'));
  const said = [address.name, address.address, address.phone, name, '9400111899223197428490', 'SIZE-XXL'];
  t.deepEqual(missing(paper, said), []);
  for (let at = 0; at < 90; at += 1) t.true(paper.includes(`EA${at}\n`), `line ${at + 1}`);
});
