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

export interface PalletContent {
  sku: string;
  item_name: string;
  qty: string;
  uom: string;
  lot_no: string | null;
  expiry_date: string | null;
}

export interface PalletLabel {
  lpn: string;
  /** Eighteen digits; null where the operator has no GS1 company prefix. */
  sscc: string | null;
  receipt_no: string;
  /** The warehouse's own day. */
  received_on: string;
  /** The largest quantity first. */
  contents: readonly PalletContent[];
}

const contentsMax = 4;

/**
 * The label of a pallet built while receiving: what stands on it with quantity, lot and dates, its license plate, and its
 * SSCC as GS1-128 where it has one.
 */
export function palletLabel(pallet: PalletLabel): string {
  const { contents, lpn, sscc } = pallet;
  const shown = contents.length > contentsMax ? contents.slice(0, contentsMax - 1) : contents;
  const rest = contents.length - shown.length;
  return label([
    line(32, 36, `${pallet.receipt_no}   received ${pallet.received_on}`),
    '^FO40,78^GB732,3,3^FS',
    ...shown.flatMap((content, at) =>
      contents.length === 1 ? onlyContent(content) : oneOfSeveral(content, 92 + at * 118),
    ),
    ...(rest > 0 ? [line(92 + shown.length * 118, 36, `and ${rest} more items`)] : []),
    '^FO40,572^GB732,3,3^FS',
    `^FO40,590^BY3^BCN,170,N,N,N^FH^FD${zplText(lpn)}^FS`,
    line(772, 60, lpn),
    ...(sscc === null
      ? []
      : [
          '^FO40,850^GB732,3,3^FS',
          `^FO60,870^BY3^BCN,220,N,N,N^FD>;>800${sscc}^FS`,
          line(1105, 44, `SSCC (00) ${sscc}`),
        ]),
  ]);
}

function onlyContent({ sku, item_name: name, qty, uom, lot_no: lot, expiry_date: expiry }: PalletContent) {
  return [
    line(92, 84, sku.slice(0, 18)),
    line(186, 40, name.slice(0, 40)),
    line(250, 90, `QTY ${qty} ${uom}`),
    ...(lot ? [line(362, 60, `LOT ${lot}`)] : []),
    ...(expiry ? [line(440, 60, `EXP ${expiry}`)] : []),
  ];
}

function oneOfSeveral(
  { sku, item_name: name, qty, uom, lot_no: lot, expiry_date: expiry }: PalletContent,
  y: number,
) {
  const facts = [`QTY ${qty} ${uom}`, lot && `LOT ${lot}`, expiry && `EXP ${expiry}`].filter(Boolean);
  return [
    line(y, 40, sku.slice(0, 36)),
    line(y + 42, 26, name.slice(0, 60)),
    line(y + 72, 36, facts.join('  ').slice(0, 46)),
  ];
}
