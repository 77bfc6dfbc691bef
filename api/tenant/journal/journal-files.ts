/** The journal as files: CSV for spreadsheets, hledger's plain text for a second opinion on our own accounting. */
import type { ExportLine } from '../../../db/journal/journal.read.ts';
import { decimal, toJsonNumber, zero } from '../../../domain/decimal.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { currencyExponents } from '../../../domain/money/currency.ts';
import type { FileAnswer } from '../../http/endpoint.ts';
import { csvFile } from '../files/csv.ts';

const columns = [
  'entry_date',
  'entry_no',
  'description',
  'source_type',
  'event',
  'account_code',
  'account_name',
  'currency',
  'debit',
  'credit',
  'exchange_rate',
  'base_debit',
  'base_credit',
  'merchant_id',
  'customer_id',
  'vendor_id',
  'carrier_id',
  'warehouse_id',
  'memo',
  'merchant_code',
  'merchant_name',
  'customer_code',
  'customer_name',
  'vendor_code',
  'vendor_name',
  'carrier_code',
  'carrier_name',
  'warehouse_code',
  'warehouse_name',
] as const;

const amounts = new Set<string>(['debit', 'credit', 'exchange_rate', 'base_debit', 'base_credit']);

/** One row per line. With `opening` (an account's detail) its balance after the line, in the base currency, comes last. */
export function journalCsv(lines: readonly ExportLine[], opening?: string): FileAnswer {
  const rows = lines.map((line) => {
    const cells = columns.map((name) => (amounts.has(name) ? toJsonNumber(line[name]!) : line[name]));
    if (opening === undefined) return cells;
    return [...cells, toJsonNumber(decimal(opening).plus(decimal(line.moved!)))];
  });
  return csvFile('journal.csv', opening === undefined ? columns : [...columns, 'running_balance'], rows);
}

const typeLetters: Record<string, string> = {
  asset: 'A',
  liability: 'L',
  equity: 'E',
  revenue: 'R',
  expense: 'X',
};

const roots: Record<string, string> = {
  asset: 'assets',
  liability: 'liabilities',
  equity: 'equity',
  revenue: 'revenues',
  expense: 'expenses',
};

// hledger reads two spaces as the end of an account name, ; as a comment and | as the end of a payee.
const plain = (text: string): string => text.replaceAll(/[;|\s]+/g, ' ').trim();

/**
 * hledger's journal format; amounts in another currency carry their base-currency value (@@), so every entry balances.
 */
export function journalHledger(lines: readonly ExportLine[], baseCurrency: string): FileAnswer {
  const entries = [...groupBy(lines, ({ entry_no: no }) => no).values()].map((members) => {
    const { entry_date: day, entry_no: no, description } = members[0]!;
    const postings = members.map((line) => `    ${accountName(line)}  ${hledgerAmount(line, baseCurrency)}`);
    return [`${day} * (${no}) ${plain(description)}`, ...postings].join('\n');
  });
  const head = ['decimal-mark .', ...commodities(lines, baseCurrency), ...accounts(lines)].join('\n');
  const file = Buffer.from(`${head}\n\n${entries.join('\n\n')}\n`, 'utf8');
  return { file, content_type: 'text/plain; charset=utf-8', filename: 'journal.hledger' };
}

/** Strict mode requires every account and commodity to be declared before use. */
function accounts(lines: readonly ExportLine[]): string[] {
  const types = new Map(lines.map((line) => [accountName(line), typeLetters[line.account_type]!]));
  return [...types]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, letter]) => `account ${name}  ; type: ${letter}`);
}

function commodities(lines: readonly ExportLine[], baseCurrency: string): string[] {
  const used = new Set([baseCurrency, ...lines.map(({ currency }) => currency)]);
  return [...used]
    .sort()
    .map((code) => `commodity 1000.${'0'.repeat(currencyExponents.get(code) ?? 2)} ${code}`);
}

function accountName({ account_type: type, account_code: code, account_name: name }: ExportLine): string {
  return `${roots[type]}:${plain(code)} ${plain(name).replaceAll(':', ' ')}`;
}

function hledgerAmount(line: ExportLine, baseCurrency: string): string {
  const net = decimal(line.debit).minus(decimal(line.credit));
  const sign = net.lt(zero) ? '-' : '';
  const amount = `${sign}${net.abs().toFixed()} ${line.currency}`;
  if (line.currency === baseCurrency) return amount;
  const worth = decimal(line.base_debit).plus(decimal(line.base_credit));
  return `${amount} @@ ${worth.toFixed()} ${baseCurrency}`;
}
