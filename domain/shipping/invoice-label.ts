/** The commercial invoice as labels of 4 x 6 inches, for a packer whose printer is one of labels: as many as it takes. */
import { decimal } from '../decimal.ts';
import { localDays } from '../local-day.ts';
import { currencyExponents } from '../money/currency.ts';
import { addressLines } from '../paper/address-lines.ts';
import { beginningOf, rule, textLine, zplLabel } from '../printing/label-fields.ts';
import type { CommercialInvoiceFacts } from './paper-facts.ts';

const linesOfOne = 9;
const readableMax = 80;
const right = { x: 400, width: 372, isRight: true };

const money = (value: string, currency: string): string =>
  `${decimal(value).toFixed(currencyExponents.get(currency) ?? 2)} ${currency}`;
const kilograms = (kg: string): string => `${decimal(kg).round(3, 1).toFixed()} kg`;

/**
 * One after the other; each says which of how many it is. Each is drawn when it is asked for: in a script that printers
 * lack it takes a tenth of a second, and an invoice may have dozens.
 */
export function* invoiceLabels(facts: CommercialInvoiceFacts): Generator<string, void> {
  const { lines } = facts;
  const count = Math.ceil(lines.length / linesOfOne);
  const above = head(facts);
  for (let page = 0; page < count; page += 1)
    yield zplLabel([
      textLine(36, 44, 'COMMERCIAL INVOICE'),
      textLine(44, 30, `${page + 1} of ${count}`, right),
      ...above,
      rule(418),
      ...lines
        .slice(page * linesOfOne, (page + 1) * linesOfOne)
        .flatMap((line, at) => goods(line, facts.currency, 434 + at * 70)),
      rule(1080),
      ...(page + 1 === count ? foot(facts) : [textLine(1100, 30, 'continued on the next label')]),
    ]);
}

function head(facts: CommercialInvoiceFacts): string[] {
  const own = addressLines(facts.exporter).filter((line) => line !== facts.merchant);
  const from = [facts.merchant, ...(own.length > 0 ? own : addressLines(facts.warehouse_address))].join(', ');
  const to = addressLines(facts.ship_to, { withPhone: true });
  const taxes = facts.tax_ids.map(({ kind, number }) => `${kind.toUpperCase()} ${number}`).join('  ');
  const day = localDays(facts.time_zone)(new Date(facts.issued_at));
  return [
    textLine(92, 32, facts.invoice_no, { width: 420 }),
    textLine(96, 28, `${facts.incoterm}  ${facts.contents.replaceAll('_', ' ')}`, {
      ...right,
      x: 480,
      width: 292,
    }),
    textLine(138, 26, beginningOf(`From ${from}`, readableMax)),
    ...to.slice(0, 5).map((text, at) => textLine(172 + at * 34, 28, beginningOf(text, readableMax))),
    textLine(346, 26, beginningOf(taxes, readableMax)),
    textLine(380, 26, [day, facts.export_filing].filter(Boolean).join('  ')),
  ];
}

function goods(line: CommercialInvoiceFacts['lines'][number], currency: string, y: number): string[] {
  const qty = decimal(line.qty).toFixed();
  const facts = [
    `HS ${line.hs_code ?? '-'}`,
    `made in ${line.origin_country}`,
    kilograms(line.weight_kg),
    `${decimal(line.unit_value).toFixed()} each`,
  ];
  return [
    textLine(y, 30, beginningOf(`${qty} ${line.uom}  ${line.description}`, 34), { width: 500 }),
    textLine(y, 30, money(line.value, currency), { x: 550, width: 222, isRight: true }),
    textLine(y + 34, 24, beginningOf(`${facts.join('  ')}  ${line.sku}`, 70)),
  ];
}

function foot(facts: CommercialInvoiceFacts): string[] {
  const cartons = facts.cartons > 0 ? `, ${facts.cartons} cartons` : '';
  return [
    textLine(1096, 36, `Total ${money(facts.total, facts.currency)}`),
    textLine(1100, 28, `net ${kilograms(facts.net_kg)}${cartons}`, right),
    textLine(1140, 24, 'I declare that what this invoice says is true and correct.'),
    textLine(1172, 28, beginningOf(facts.signed_by, readableMax)),
  ];
}
