/** What vendors' published descriptions have for customs, as far as we use it (vendor-requests.ts). */
export const text = { type: 'string', minLength: 1 };
export const maybe = { type: ['string', 'null'] };
export const measure = { type: 'number', exclusiveMinimum: 0 };
export const maybeMeasure = { type: ['number', 'null'], exclusiveMinimum: 0 };
export const open = { type: 'object' };

export const exactly = (properties: Record<string, object>, required: readonly string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
export const one = (items: object): object => ({ type: 'array', items, minItems: 1 });
const countryCode = { type: 'string', pattern: '^[A-Z]{2}$' };
const currencyCode = { type: 'string', pattern: '^[A-Z]{3}$' };

export const easypostCustoms = exactly(
  {
    contents_type: { enum: ['documents', 'gift', 'merchandise', 'returned_goods', 'sample', 'other'] },
    contents_explanation: maybe,
    customs_certify: { type: 'boolean' },
    customs_signer: text,
    non_delivery_option: { enum: ['return', 'abandon'] },
    eel_pfc: maybe,
    restriction_type: { enum: ['none', 'other', 'quarantine', 'sanitary_phytosanitary_inspection'] },
    restriction_comments: maybe,
    customs_items: one(
      exactly(
        {
          description: text,
          quantity: measure,
          value: measure,
          weight: measure,
          hs_tariff_number: maybe,
          origin_country: countryCode,
          currency: currencyCode,
          code: maybe,
        },
        ['description', 'quantity', 'value', 'weight', 'origin_country'],
      ),
    ),
  },
  ['contents_type', 'customs_certify', 'customs_signer', 'customs_items'],
);

export const karrioCustoms = exactly(
  {
    commodities: one(
      exactly(
        {
          title: { type: 'string', maxLength: 200 },
          description: { type: 'string', maxLength: 200 },
          quantity: { type: 'integer', minimum: 1 },
          weight: measure,
          weight_unit: { enum: ['KG', 'LB', 'OZ', 'G'] },
          value_amount: measure,
          value_currency: currencyCode,
          hs_code: { type: ['string', 'null'], maxLength: 100 },
          origin_country: countryCode,
          sku: { type: 'string', maxLength: 100 },
        },
        ['quantity', 'weight', 'weight_unit'],
      ),
    ),
    content_type: { enum: ['documents', 'gift', 'sample', 'merchandise', 'return_merchandise', 'other'] },
    content_description: maybe,
    incoterm: { enum: ['CFR', 'CIF', 'CIP', 'CPT', 'DAP', 'DDP', 'EXW', 'FAS', 'FCA', 'FOB'] },
    invoice: { type: 'string', maxLength: 50 },
    invoice_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    commercial_invoice: { type: 'boolean' },
    certify: { type: 'boolean' },
    signer: { type: 'string', maxLength: 50 },
    duty: exactly(
      { paid_by: { enum: ['sender', 'recipient'] }, currency: currencyCode, declared_value: measure },
      [],
    ),
    options: open,
  },
  ['commodities'],
);
export const shipengineCustoms = exactly(
  {
    contents: { enum: ['merchandise', 'documents', 'gift', 'returned_goods', 'sample', 'other'] },
    contents_explanation: text,
    non_delivery: { enum: ['return_to_sender', 'treat_as_abandoned'] },
    terms_of_trade_code: { enum: ['exw', 'fca', 'cpt', 'cip', 'dap', 'ddp', 'fas', 'fob', 'cfr', 'cif'] },
  },
  ['contents', 'non_delivery'],
);
export const easypostTaxes = {
  type: 'array',
  items: exactly(
    {
      entity: { enum: ['SENDER', 'RECEIVER'] },
      tax_id: text,
      tax_id_type: { enum: ['EORI', 'VAT', 'IOSS', 'EIN', 'TIN'] },
      issuing_country: countryCode,
    },
    ['entity', 'tax_id', 'tax_id_type', 'issuing_country'],
  ),
};

export const shipengineTaxes = {
  type: 'array',
  items: exactly(
    {
      taxable_entity_type: { enum: ['shipper', 'recipient', 'ior'] },
      identifier_type: { enum: ['vat', 'eori', 'ein', 'tin', 'ioss'] },
      issuing_authority: countryCode,
      value: text,
    },
    ['taxable_entity_type', 'identifier_type', 'issuing_authority', 'value'],
  ),
};

export const shipengineProducts = {
  type: 'array',
  items: exactly(
    {
      description: { type: 'string', maxLength: 100 },
      quantity: { type: 'integer', minimum: 0 },
      value: exactly({ currency: text, amount: measure }, ['currency', 'amount']),
      weight: exactly({ value: measure, unit: { enum: ['kilogram'] } }, ['value', 'unit']),
      harmonized_tariff_code: maybe,
      country_of_origin: countryCode,
      sku: maybe,
    },
    [],
  ),
};
