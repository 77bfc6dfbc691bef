/** Commands of CSV imports, and the columns each kind of file may have. */
import type { CsvColumns } from '../../domain/imports/csv.ts';
import { importKinds, type ImportKind } from '../../domain/imports/import-kinds.ts';
import { defineCommand } from '../engine/define-command.ts';
import { choice, flag, freeText, integer, object, optional, text, uuid } from '../schema.ts';
import { namedBarcode } from './barcode-cell.ts';

/** Names of other records are their codes: warehouse, location, merchant, sku, carrier; an account's is its name. */
export const importColumns: Record<ImportKind, CsvColumns> = {
  items: {
    required: { sku: 'text', name: 'text' },
    optional: {
      merchant: 'text',
      uom: 'text',
      lot_tracked: 'flag',
      expiry_tracked: 'flag',
      serial_tracked: 'flag',
      qc_hold: 'flag',
      min_remaining_life_days: 'number',
      over_receipt_tolerance_percent: 'measure',
      weight_kg: 'measure',
      volume_cbm: 'measure',
      units_per_carton: 'number',
      units_per_pallet: 'number',
      item_class: 'text',
      storage_class: 'text',
      temperature_class: 'text',
      hs_code: 'text',
      origin_country: 'text',
      customs_description: 'text',
      customs_value: 'number',
      customs_currency: 'text',
      hazard_un_no: 'text',
      hazard_class: 'text',
      hazard_packing_group: 'text',
      hazard_limited_qty: 'flag',
      barcodes: 'list',
      uoms: 'factors',
    },
    key: ['merchant', 'sku'],
    own: { list: 'barcodes', within: 'merchant', nameOf: (cell) => namedBarcode(cell).barcode },
  },
  packagings: {
    required: { sku: 'text', level: 'text' },
    optional: {
      merchant: 'text',
      uom: 'text',
      factor: 'number',
      length_cm: 'measure',
      width_cm: 'measure',
      height_cm: 'measure',
      weight_kg: 'measure',
      ti: 'number',
      hi: 'number',
      must_stand: 'flag',
      max_stack: 'number',
      is_shippable: 'flag',
      gtin: 'text',
      contains_level: 'text',
    },
    key: ['merchant', 'sku', 'level'],
    whole: ['merchant', 'sku'],
  },
  locations: {
    required: { warehouse: 'text', code: 'text', type: 'text' },
    optional: {
      zone: 'text',
      pick_sequence: 'number',
      capacity: 'number',
      storage_class: 'text',
      temperature_class: 'text',
      max_lpn_height_cm: 'measure',
      aisle: 'text',
      x_m: 'measure',
      y_m: 'measure',
      level: 'number',
    },
    key: ['warehouse', 'code'],
  },
  stock: {
    required: { warehouse: 'text', location: 'text', sku: 'text', qty: 'number' },
    optional: {
      merchant: 'text',
      lot_no: 'text',
      expiry_date: 'text',
      manufacture_date: 'text',
      status: 'text',
    },
    key: ['merchant', 'warehouse', 'location', 'sku', 'lot_no', 'status'],
    usual: { status: 'available' },
    agree: {
      by: ['merchant', 'sku', 'lot_no'],
      on: ['expiry_date', 'manufacture_date'],
      code: 'LOT_EXPIRY_CONFLICT',
    },
  },
  pick_faces: {
    required: { warehouse: 'text', location: 'text', sku: 'text', min_qty: 'number', max_qty: 'number' },
    optional: { merchant: 'text', refill_uom: 'text', priority: 'number' },
    key: ['merchant', 'warehouse', 'location', 'sku'],
  },
  carrier_invoices: {
    required: {
      account: 'text',
      carrier: 'text',
      invoice_no: 'text',
      invoice_date: 'text',
      currency: 'text',
      total: 'number',
      tracking_no: 'text',
      charge_code: 'text',
      amount: 'number',
    },
    optional: {
      tax: 'number',
      tax_code: 'text',
      tax_rate: 'measure',
      description: 'text',
      weight_kg: 'measure',
      length_cm: 'measure',
      width_cm: 'measure',
      height_cm: 'measure',
      corrected: 'text',
    },
    // A carrier may ask for the same twice: matching says so.
    key: [],
    agree: {
      by: ['account', 'carrier', 'invoice_no'],
      on: ['invoice_date', 'currency', 'total'],
      code: 'differs',
    },
    whole: ['account', 'carrier', 'invoice_no'],
  },
};

/**
 * How many lines one transaction handles, or a few more. Stock locks each of its rows, and the server's lock table is shared by
 * everybody.
 */
export const linesOfSlice: Record<ImportKind, number> = {
  items: 2_000,
  packagings: 2_000,
  locations: 2_000,
  stock: 1_000,
  pick_faces: 2_000,
  // An invoice has at most twice as many.
  carrier_invoices: 2_500,
};

/** Eight million characters: about 100,000 lines. */
const csvCharactersMax = 8_000_000;

/** What the options of an import say. */
export const importWords = {
  dry_run: 'Checks every line and changes nothing.',
  skip_bad_lines: 'Applies the good lines though others are bad.',
};

/** The body of a request that brings a file as a text. */
export const importBody = object({
  csv: freeText(csvCharactersMax),
  dry_run: optional(flag(), importWords.dry_run),
  skip_bad_lines: optional(flag(), importWords.skip_bad_lines),
});

/** Content types of a body that is the file itself. */
export const importTypes: readonly string[] = ['text/csv', 'text/tab-separated-values'];
/** X12, which carriers' invoices come in as well. */
export const x12Type = 'application/edi-x12';

export const importCommands = {
  startImport: defineCommand({
    name: 'wms.start_import',
    runs: 'inline',
    summary: 'Takes a CSV file in; its lines are checked, and applied when all are good, in chunks.',
    input: object({
      kind: choice(...importKinds),
      dry_run: optional(flag()),
      skip_bad_lines: optional(flag()),
      // Identifies the file; its lines accompany the command and are stored as lines.
      csv_sha256: text(64),
    }),
    result: object({ id: uuid() }),
  }),
  importChunk: defineCommand({
    name: 'wms.import_chunk',
    runs: 'inventory',
    summary: 'Checks or applies the next lines of an import.',
    input: object({ import_id: uuid(), after_line: integer({ min: 0, max: 1e9 }) }),
    result: object({ lines: integer({ min: 0, max: 1e6 }) }),
  }),
};
