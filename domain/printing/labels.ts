/**
 * The labels the platform writes by itself, as ZPL for a 4x6 inch label at 203 dpi. Text from people is escaped, so that
 * a caret in a name prints as a caret and can never become a command.
 */

/** Text for a field after ^FH: carets, tildes, underscores and anything beyond printable ASCII as hex bytes of UTF-8. */
export function zplText(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  let escaped = '';
  for (const byte of bytes) {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x5e && byte !== 0x7e && byte !== 0x5f;
    escaped += isPlain ? String.fromCharCode(byte) : `_${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  }
  return escaped;
}

function line(y: number, height: number, text: string): string {
  return `^FO40,${y}^A0N,${height},${height}^FH^FD${zplText(text)}^FS`;
}

function label(parts: readonly string[]): string {
  return `^XA^PW812^LL1218^CI28\n${parts.join('\n')}\n^XZ\n`;
}

export interface PalletLabel {
  lpn: string;
  receipt_no: string;
  sku: string;
  item_name: string;
  qty: string;
  uom: string;
  lot_no: string | null;
  expiry_date: string | null;
}

/** The label of a pallet built while receiving: its LPN as Code 128, and what stands on it. */
export function palletLabel(pallet: PalletLabel): string {
  return label(
    [
      line(40, 50, pallet.receipt_no),
      line(110, 90, pallet.sku),
      line(215, 40, pallet.item_name.slice(0, 60)),
      line(275, 60, `${pallet.qty} ${pallet.uom}`),
      pallet.lot_no ? line(350, 40, `LOT ${pallet.lot_no}`) : '',
      pallet.expiry_date ? line(400, 40, `EXP ${pallet.expiry_date}`) : '',
      `^FO40,520^BY3^BCN,260,Y,N,N^FH^FD${zplText(pallet.lpn)}^FS`,
      line(860, 90, pallet.lpn),
    ].filter(Boolean),
  );
}
