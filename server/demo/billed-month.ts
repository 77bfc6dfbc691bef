/** The month a demo bills: the one it is where the organization is, whose books go by its own day. */
import type { PlatformClient } from '../../client/src/client.ts';
import { localDays } from '../../domain/local-day.ts';

/** In UTC it may be tomorrow already, and an invoice of tomorrow cannot be paid today. */
export async function billedMonth(
  api: PlatformClient,
): Promise<{ period_start: string; period_end: string; invoice_date: string }> {
  const { time_zone: timeZone } = await api.get('/api/tenancy/settings');
  const today = localDays(timeZone)(new Date());
  const [year, month] = today.split('-').map(Number) as [number, number];
  const monthsLast = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { period_start: `${today.slice(0, 8)}01`, period_end: monthsLast, invoice_date: today };
}
