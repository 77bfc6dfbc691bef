/** Sheets that travel with goods say everything they are told, however long it is: a receiver goes by them. */
import test from 'ava';
import { drawBillOfLading } from '../../api/tenant/shipping/bill-of-lading-pdf.ts';
import { drawCommercialInvoice } from '../../api/tenant/shipping/commercial-invoice-pdf.ts';
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

test('a packing list prints names in the letters of their countries', async (t) => {
  const names = [
    ['CN', '骨瓷茶杯，蓝色'],
    ['TW', '骨瓷茶杯，藍色'],
    ['JP', '骨のあるマグカップ、青'],
    ['KR', '본차이나 찻잔, 파란색'],
    ['TH', 'ถ้วยชาสีน้ำเงิน'],
    ['AE', 'فنجان شاي أزرق'],
    ['IL', 'ספל תה כחול'],
    ['IN', 'नीला चाय का प्याला'],
    ['BD', 'নীল চায়ের কাপ'],
    ['LK', 'නිල් තේ කෝප්පය'],
    ['KH', 'ពែងតែពណ៌ខៀវ'],
    ['MM', 'အပြာရောင် လက်ဖက်ရည်ခွက်'],
    ['ET', 'ሰማያዊ የሻይ ኩባያ'],
    ['GR', 'Μπλε φλιτζάνι τσαγιού'],
    ['UA', 'Синя чашка для чаю'],
    ['VN', 'Tách trà màu xanh dương'],
  ];
  const file = await drawPackingList({
    shipment_no: 'SHP-20260101-0002',
    kind: 'order',
    order_no: 'SO-20260101-0002',
    merchant: '台北茶具貿易有限公司',
    organization: '環球倉儲股份有限公司',
    warehouse_id: '',
    warehouse: '中文',
    warehouse_address: { address: '信義路五段七號', city: '臺北市', postal: '110', country: 'TW' },
    time_zone: 'Asia/Taipei',
    ship_to: { name: 'مكتبة النخيل', address: 'شارع الشيخ زايد ١٢', city: 'دبي', country: 'AE' },
    ship_mode: 'parcel',
    carrier_code: 'DHL',
    tracking_no: '1234567890',
    shipped_at: '2026-01-01T23:30:00+00:00',
    lines: names.map(([country, name], at) => ({
      line_no: at + 1,
      sku: `CUP-${country}`,
      item_name: name!,
      lot_no: '',
      qty: '1',
      uom: 'EA',
    })),
    cartons: [],
  });
  const paper = readPaper(file, 'packing-list-scripts');
  if (paper === undefined) return t.log(noReader);
  t.notRegex(paper, /‹[0-9A-F]/);
  t.deepEqual(missing(paper, [names[0]![1]!, '環球倉儲股份有限公司', 'Μπλε φλιτζάνι', 'Синя чашка']), []);
});

test('a commercial invoice says what crosses the border, whence it comes and what it is worth', async (t) => {
  const plain = {
    address: '12000 Commerce Park Blvd',
    city: 'Grand Rapids',
    state: 'MI',
    postal: '49512',
    country: 'US',
  };
  const line = { uom: 'EA', origin_country: 'PT', weight_kg: '4.2' };
  const file = await drawCommercialInvoice({
    invoice_no: 'CI-20260101-0001',
    shipment_no: 'SHP-20260101-0003',
    order_no: 'SO-20260101-0003',
    organization: 'Harbor Fulfilment Inc.',
    merchant: 'Alpine Outfitters',
    exporter: { ...plain, name: 'Alpine Outfitters', address: '400 Monroe Avenue' },
    warehouse_id: '',
    warehouse: 'Main',
    warehouse_address: plain,
    time_zone: 'America/Detroit',
    ship_to: {
      name: 'Bergsport Keller AG',
      address: 'Bahnhofstrasse 12',
      city: 'Bern',
      postal: '3011',
      country: 'CH',
      phone: '+41 31 555 01 42',
    },
    contents: 'merchandise',
    contents_note: null,
    export_filing: 'NOEEI 30.37(a)',
    incoterm: 'DAP',
    currency: 'USD',
    tax_ids: [
      { of: 'sender', kind: 'ein', number: '12-3456789', country: 'US' },
      { of: 'recipient', kind: 'vat', number: 'CHE-116.281.710', country: 'CH' },
    ],
    lines: [
      {
        ...line,
        line_no: 1,
        sku: 'ROPE-60',
        description: 'Climbing rope, polyamide, 60 m',
        hs_code: '560750',
        qty: '12',
        unit_value: '89.5',
        value: '1074',
      },
      {
        ...line,
        line_no: 2,
        sku: 'BELT-M',
        description: 'Climbing harness, size M',
        hs_code: '630790',
        qty: '20',
        unit_value: '31.125',
        value: '622.5',
      },
    ],
    cartons: 3,
    net_kg: '8.4',
    gross_kg: '9.1',
    total: '1696.5',
    signed_by: 'A. Lovelace',
    issued_at: '2026-01-01T23:30:00+00:00',
  });
  const paper = readPaper(file, 'commercial-invoice');
  if (paper === undefined) return t.log(noReader);
  const said = [
    '560750',
    'Bergsport Keller AG',
    '31.125',
    '1696.50 USD',
    'EIN 12-3456789',
    'NOEEI',
    'A. Lovelace',
  ];
  t.deepEqual(missing(paper, said), []);
});
