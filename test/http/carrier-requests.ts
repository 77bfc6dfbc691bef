/** Good requests about cartons, carriers' accounts, rates and rules, with two elements in each array of references. */

/** How requests are noted and their records made (reference-requests.ts). */
export interface Desk {
  add(of: string, body: object, id?: string, reaches?: (pattern: string) => boolean): void;
  make(path: string, body: object): Promise<any>;
  two<T>(one: T): [T, T];
}

export async function carrierRequests(
  { add, make, two }: Desk,
  { warehouse_id, item_id, address }: { warehouse_id: string; item_id: string; address: object },
): Promise<void> {
  const carrier = { adapter: 'generic', name: 'References', api_url: 'https://carrier.example.com' };
  const places = { warehouse_ids: two(warehouse_id) };
  add('POST /api/tms/carrier-accounts', { ...carrier, ...places });
  const carrierAccount = await make('/api/tms/carrier-accounts', { ...carrier, name: 'More references' });
  add('PATCH /api/tms/carrier-accounts/{id}', places, carrierAccount.id);

  const parcel = await make('/api/wms/shipments', { warehouse_id, lines: [{ item_id, qty: 1 }] });
  const sides = { inner_length_cm: 30, inner_width_cm: 20, inner_height_cm: 10 };
  const box = await make('/api/wms/carton-types', { code: 'REFERENCES', ...sides });
  const boxes = { carton_type_ids: two(box.id) };
  const isBox = (pattern: string): boolean => pattern.startsWith('carton_type_ids');
  add('POST /api/wms/cartonize', { shipment_id: parcel.id, ...boxes }, undefined, isBox);
  add('POST /api/wms/cartonize', { lines: two({ item_id, qty: 1 }) });
  const rating = {
    ship_to: { name: 'Ann', ...address },
    parcels: [{ weight_kg: 1 }],
    account_ids: two(carrierAccount.id),
  };
  const isAccount = (pattern: string): boolean => pattern.startsWith('account_ids');
  add('POST /api/tms/rates', { ...rating, warehouse_id }, undefined, isAccount);
  add('POST /v1/tms/rates', { ...rating, warehouse_id }, undefined, isAccount);
  add('POST /api/tms/customs-declarations', { shipment_id: parcel.id, lines: two({ item_id }) });
  const carrierRule = { name: 'References', priority: 1, account_ids: two(carrierAccount.id) };
  add('POST /api/tms/carrier-rules', carrierRule);
  const ruleMade = await make('/api/tms/carrier-rules', { name: 'More references', priority: 2 });
  add('PATCH /api/tms/carrier-rules/{id}', { account_ids: two(carrierAccount.id) }, ruleMade.id);
}
