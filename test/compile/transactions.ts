/** What must not compile around transactions. The compiler runs this test: an expectation without an error fails. */
import { bindTenant, inSavepoint, type Database, type OpenTransaction } from '../../db/database.ts';
import { listMembers } from '../../db/tenancy/organizations.read.ts';

const page = { page: 1, page_size: 50 };

export async function bound(tx: OpenTransaction, organizationId: string): Promise<void> {
  const tenant = bindTenant(tx, { organizationId });
  await listMembers(tenant, page);
  await inSavepoint(tenant, (savepoint) => listMembers(savepoint, page));
  // @ts-expect-error A bare transaction is bound to no organization.
  await listMembers(tx, page);
  // @ts-expect-error Nor is a savepoint that was not made by `inSavepoint`.
  await tenant.transaction((savepoint) => listMembers(savepoint, page));
}

export async function bare({ app, system }: Database): Promise<void> {
  // @ts-expect-error A transaction of the pool is bound to no organization.
  await app.transaction((tx) => listMembers(tx, page));
  // @ts-expect-error A connection is no transaction.
  await listMembers(system, page);
}
