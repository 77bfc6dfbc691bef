/** What is declared to customs of a shipment, and what of that a carrier is told of one of its parcels. */
import { cutText } from '../../domain/cut-text.ts';
import type { TenantTransaction } from '../../db/database.ts';
import {
  dayWhereItLeaves,
  newestDeclaration,
  readCartonGoods,
  readCustomsFacts,
  type DeclarationRow,
} from '../../db/parcels/customs.read.ts';
import { insertDeclaration } from '../../db/parcels/customs.write.ts';
import type { ParcelCarton } from '../../db/parcels/parcel-facts.read.ts';
import { readPlannedGoods } from '../../db/parcels/planned-parcels.read.ts';
import type { Shipment } from '../../db/shipping/shipments.write.ts';
import {
  crossesCustomsBorder,
  currencyOf,
  declaredLines,
  isStillSo,
  lineKey,
  partIn,
  toldLines,
  type CustomsFacts,
  type CustomsLine,
  type CustomsTerms,
  type GivenCustoms,
  type ParcelCustoms,
} from '../../domain/parcels/customs.ts';
import { Refusal } from '../../domain/refusal.ts';

export type DeclaredOf = Pick<Shipment, 'id' | 'shipment_no' | 'merchant_id'>;

interface Declared extends CustomsTerms {
  id: string | null;
  invoice_no: string;
  created_at: Date;
  lines: CustomsLine[];
}

/**
 * What a parcel's carrier is told for customs: null of one that crosses no border and was not declared. The shipment's
 * newest declaration counts. Where there is none, or other goods are sent than it says, it is declared anew, with what
 * was said before; by nobody, only a draft is made of it. Refuses 422 CUSTOMS_INCOMPLETE. The caller holds the shipment
 * locked.
 */
export async function customsOf(
  tx: TenantTransaction,
  shipment: DeclaredOf,
  carton: Pick<ParcelCarton, 'carton_no' | 'sscc'> | undefined,
  { from, to, declarer }: { from: { country: string }; to: { country: string }; declarer: string | null },
): Promise<ParcelCustoms | null> {
  const before = await newestDeclaration(tx, shipment.id);
  if (!before && !crossesCustomsBorder(from.country, to.country)) return null;
  const facts = await readCustomsFacts(tx, shipment.id);
  const declared =
    before && isStillSo(before.lines, facts) ? before : await declare(tx, shipment, facts, before, declarer);
  const lines = carton ? partIn(declared.lines, await goodsOf(tx, shipment, carton)) : declared.lines;
  const { id, invoice_no, created_at, ...said } = declared;
  const { contents, contents_note, incoterm, non_delivery, currency, signed_by, export_filing, tax_ids } =
    said;
  const terms = {
    contents,
    contents_note,
    incoterm,
    non_delivery,
    currency,
    signed_by,
    export_filing,
    tax_ids,
  };
  return {
    declaration_id: id,
    invoice_no,
    invoice_date: await dayWhereItLeaves(tx, shipment.id, created_at),
    ...terms,
    lines: toldLines(lines, currency),
  };
}

async function goodsOf(
  tx: TenantTransaction,
  { id }: DeclaredOf,
  { carton_no, sscc }: Pick<ParcelCarton, 'carton_no' | 'sscc'>,
): Promise<Parameters<typeof partIn>[1]> {
  if (carton_no === null) return readPlannedGoods(tx, { shipment_id: id, sscc });
  const goods = await readCartonGoods(tx, { shipment_id: id, carton_no });
  return {
    before: new Map(goods.map(({ item_id, before }) => [item_id, before])),
    here: new Map(goods.map(({ item_id, here }) => [item_id, here])),
  };
}

async function declare(
  tx: TenantTransaction,
  shipment: DeclaredOf,
  facts: readonly CustomsFacts[],
  before: DeclarationRow | undefined,
  declarer: string | null,
): Promise<Declared> {
  const declared = declarationFrom(facts, before, declarer ?? '');
  const { id: shipment_id, shipment_no, merchant_id } = shipment;
  if (declarer === null) return { ...declared, id: null, invoice_no: shipment_no, created_at: new Date() };
  await insertDeclaration(tx, {
    ...declared,
    shipment_id,
    shipment_no,
    merchant_id,
    created_by: declarer,
  });
  return (await newestDeclaration(tx, shipment_id))!;
}

type Said = Partial<CustomsTerms> & {
  lines?: readonly ({ item_id: string; line_no?: number } & GivenCustoms)[];
};

/** A declaration of these goods, with what is said, and what is usual of what is not. Refuses 422 CUSTOMS_INCOMPLETE. */
export function declarationFrom(
  facts: readonly CustomsFacts[],
  said: Said | undefined,
  signer: string,
): CustomsTerms & { lines: CustomsLine[] } {
  if (facts.length === 0)
    throw new Refusal('CUSTOMS_INCOMPLETE', 'The shipment holds nothing that could be declared.', {
      items: [],
    });
  const contents = said?.contents ?? 'merchandise';
  const currency = said?.currency ?? currencyOf(facts);
  const given = new Map(
    (said?.lines ?? []).map(({ item_id, line_no, ...line }) => [
      line_no === undefined ? item_id : lineKey({ item_id, line_no }),
      line,
    ]),
  );
  return {
    contents,
    contents_note: said?.contents_note ?? null,
    incoterm: said?.incoterm ?? 'DAP',
    non_delivery: said?.non_delivery ?? 'return',
    // Without any, nothing has a value, and that is refused.
    currency: currency ?? '',
    signed_by: said?.signed_by ?? cutText(signer, signerMax),
    export_filing: said?.export_filing ?? null,
    tax_ids: said?.tax_ids ?? [],
    lines: declaredLines(facts, given, { contents, currency }),
  };
}

// What the narrowest of the carriers takes.
const signerMax = 50;
