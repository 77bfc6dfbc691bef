/** What a request reads: in the scope of its caller, and with what it says about itself. */
import { inTenant, readTenant, type TenantScope, type TenantTransaction } from '../../../db/database.ts';
import { isExport } from '../../limits/kind-of-answer.ts';
import type { Call } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';

export function inRead<T>(
  exchange: Exchange,
  read: (tx: TenantTransaction) => Promise<T>,
  isReport = false,
): Promise<T> {
  if (!isReport) return readTenant(exchange.deps.database, scopeOf(exchange), read);
  return exchange.deps.reports.read(scopeOf(exchange), read).then((done) => {
    exchange.asOf = done.asOf;
    return done.read;
  });
}

/** Of one document: short, so others of the same organization and merchant may travel with it. */
export function inSharedRead<T>(exchange: Exchange, read: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return exchange.mounted.sharedReads.read(scopeOf(exchange), read);
}

function scopeOf({ caller }: Exchange): TenantScope {
  return { organizationId: caller.organization_id, merchantId: caller.merchant_id };
}

const nothingSent: ReadonlyMap<string, Buffer> = new Map();

export function callOf(exchange: Exchange, tx: TenantTransaction): Call {
  const { deps, caller, params, query, ctx, secrets, kept, taken } = exchange;
  return {
    readLater: (run) =>
      isExport(exchange)
        ? deps.reports.readLater(scopeOf(exchange), (later, begin, asOf) => {
            exchange.asOf = asOf;
            return run(later, begin);
          })
        : inTenant(deps.database, scopeOf(exchange), (later) => run(later, () => {}), { readOnly: true }),
    secrets,
    sent: taken?.files ?? nothingSent,
    kept,
    files: deps.files,
    seal: deps.seal,
    isPrivateAllowed: deps.isPrivateAllowed,
    tx,
    principal: caller,
    params,
    query,
    organizationId: caller.organization_id,
    acceptedTypes: (ctx.get('accept') || '*/*').split(',').map((type) => type.split(';')[0]!.trim()),
  };
}
