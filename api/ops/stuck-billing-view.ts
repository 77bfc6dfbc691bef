/** What nobody bills, on `/ops`. */
import type { UncoveredDays } from '../../db/billing/gaps/billing-gaps.read.ts';
import { escapeHtml } from '../docs/escape-html.ts';
import { cards } from './stuck-words.ts';

export function uncoveredDaysTable(rows: readonly UncoveredDays[]): string {
  const lines = rows.map((row) => [escapeHtml(row.organization), row.merchants, row.days, row.first_day]);
  return `${cards(['For whom', 'Merchants', 'Days, of each merchant', 'The first'], lines)}
<p>Billing runs before and after them completed, and none looks at them again, or none came for more than a billing cycle although
goods were there or moved: what happened on them is charged to nobody.
<code>GET /api/accounting/billing/gaps</code> names merchants and days; somebody of the organization runs these days with
<code>POST /api/accounting/billing/runs</code>. They are shown for three months.</p>`;
}
