/**
 * Every permission, `area.subject.verb`, with the sentence the API description prints. The specification names
 * wms.inbound.create, wms.inventory_adjust and the operational views; we chose the others.
 */
export const permissions = {
  'wms.inbound.view': 'See inbound receipts and receiving tasks; query inventory.',
  'wms.inbound.create': 'Create inbound receipts.',
  'wms.inbound.receive': 'Receive lines, complete and close receipts, work receiving tasks.',
  'wms.inbound.over_receive': 'Receive more than expected and tolerated.',
  'wms.inbound.correct': "Correct a lot's expiry and other recorded facts, audited.",
  'wms.inspections.view': 'See inspection plans and inspections of received goods.',
  'wms.inspections.work': 'Record and decide inspections of received goods.',
  'wms.inspections.plan': 'Create and change inspection plans.',
  'wms.outbound.view': 'See shipments, waves, loads; query inventory.',
  'wms.outbound.ship': 'Pack, ship and deliver shipments and loads.',
  'wms.putaway.view': 'See putaway work and planned moves; query inventory.',
  'wms.moves.work': 'Claim, start, return and confirm planned moves.',
  'wms.moves.plan': 'Plan and cancel moves.',
  'wms.moves.override': 'Put the goods of a planned move elsewhere than planned, with a reason.',
  'wms.picking.view': 'See pick work; query inventory.',
  'wms.picking.work': 'Release waves, claim, confirm and short picks.',
  'wms.picking.plan': 'Keep wave templates, and plan waves by them.',
  'wms.packing.view': 'See packing work; query inventory.',
  'wms.packing.work': 'Pack cartons.',
  'wms.cycle_count.view': 'See count tasks; query inventory.',
  'wms.cycle_count.work': 'Create count tasks and count lines.',
  'wms.cycle_count.plan': 'Keep count plans and run them.',
  'wms.cycle_count.approve': 'Approve count differences over the threshold.',
  'wms.transfer.view': 'See transfers; query inventory.',
  'wms.transfers.manage': 'Create, release, ship, close and cancel transfers between warehouses.',
  'wms.returns.inspect': 'Record what inspection finds of returned units.',
  'wms.returns.dispose': 'Decide what becomes of returned units: restock, downgrade, scrap, keep on hold.',
  'wms.returns.unplanned': 'Take in returned goods that no shipped order line names.',
  'wms.vendor_returns.view': 'See returns to vendors.',
  'wms.vendor_returns.manage': 'Create, release, ship, credit and cancel returns to vendors.',
  'wms.billing.view': 'See billable activity; query inventory.',
  'wms.inventory.move': 'Move stock and pallets, place and lift holds.',
  'wms.inventory_adjust': 'Adjust inventory. Special: granted by name only, never by a role.',
  'wms.master_data.view': 'See warehouses, locations, items, merchants and pallets.',
  'wms.master_data.manage':
    'Create and change warehouses, locations, items, merchants and pallets; import CSV.',
  'wms.print.view': 'See print jobs, devices and hubs.',
  'wms.print.create': 'Create, cancel and retry print jobs.',
  'wms.print.devices': 'Enroll, name and revoke hubs and devices.',
  'oms.orders.view': 'See sales orders and their events; query availability.',
  'oms.orders.create': 'Create and edit draft sales orders.',
  'oms.orders.manage': 'Submit, allocate, release, fulfil, deliver, hold and cancel orders; push to WMS.',
  'oms.orders.approve': 'Approve orders.',
  'oms.returns.view': 'See returns with their inspections and dispositions.',
  'oms.returns.create': 'Ask for returns and add lines to them.',
  'oms.returns.authorize': 'Authorize, reject, cancel and close returns.',
  'oms.returns.rules': 'Create, change and try return rules.',
  'oms.returns.credit': 'Draft the credit notes of returns.',
  'oms.inventory.view': 'See OMS inventory.',
  'oms.inventory.adjust': 'Adjust OMS inventory (standalone mode).',
  'oms.master_data.view': 'See customers, channels and retailers.',
  'oms.master_data.manage': 'Create and change customers, channels and retailers.',
  'oms.channels.view': 'See channel connections and product mappings.',
  'oms.channels.manage': 'Create and test channel connections, map products, push sync.',
  'accounting.view': 'See accounts, bills, invoices, charges, journal entries and reports.',
  'accounting.accounts': 'Create and change accounts.',
  'accounting.close': 'Set the lock date and close periods.',
  'billing.rates': 'Create and change billing items, rate sheets and rules.',
  'billing.run': 'Start, resume and cancel billing runs.',
  'billing.charges': 'Add and waive charges.',
  'invoices.write': 'Create and change draft invoices.',
  'invoices.issue': 'Issue, void and dispute invoices.',
  'bills.write': 'Create and change draft bills.',
  'bills.approve': 'Approve and void bills.',
  'payments.record': 'Record and reverse payments.',
  'journal.post': 'Post and reverse manual journal entries.',
  'purchase.view': 'See purchase orders, ASNs and vendors.',
  'purchase.manage': 'Create, release, change and end purchase orders, ASNs and vendors.',
  'purchase.approve': "Approve purchase orders; accept differences of vendors' bills.",
  'yms.view': 'See appointments, gate entries, movements and the yard map.',
  'yms.manage':
    'Create appointments and movements, record gate entries, keep spots, doors and recurring slots.',
  'yms.approve': 'Approve requested appointments.',
  'tms.view': 'See transport orders, carriers and freight bills.',
  'tms.manage':
    'Create and assign transport orders, track them, upload proof of delivery, draft freight bills.',
  'tms.accounts': 'Create, change and test accounts with carriers.',
  'tms.rates': 'Ask carriers what a parcel would cost.',
  'tms.labels': 'Buy, void and reprint labels.',
  'tms.rules': 'Create and change the rules by which carriers are chosen.',
  'tms.labels.approve': 'Accept labels that cost more than was quoted.',
  'tms.invoices': "Take in carriers' invoices for labels, match and bill them.",
  'tms.labels.resolve':
    'Decide what became of a label whose carrier gave no answer. Special: granted by name only, never by a role.',
  'drayage.view': 'See drayage orders and containers.',
  'drayage.manage': 'Create, complete and cancel drayage orders; record container events.',
  'integration.view': 'See connections, flows, runs and inbound events.',
  'integration.manage': 'Create and publish flows and connections, replay events.',
  'tenancy.view': 'See organization settings, members and tokens.',
  'tenancy.audit': 'See who asked for what, and what came of it.',
  'tenancy.manage': 'Change organization settings, members, tokens and outbound endpoints.',
  'ops.view': 'See the queue dashboards, which show the jobs of every organization.',
  'ops.manage': 'Re-run and remove failed jobs of every organization.',
} as const;

export type Permission = keyof typeof permissions;

/**
 * Granted by name only: part of no role and no wildcard. The `ops` permissions are for whoever runs the platform: a
 * queue holds the jobs of every organization, so an organization's administrator does not get them.
 */
export const specialPermissions: readonly Permission[] = [
  'wms.inventory_adjust',
  'tms.labels.resolve',
  'ops.view',
  'ops.manage',
];

/**
 * Reserved for the operator, whatever a merchant's token names: the books, prices and billing, and the pages that show
 * every organization. A merchant sees its own invoices, charges and prices with `accounting.view`.
 */
export const operatorPermissions: readonly Permission[] = [
  'accounting.accounts',
  'accounting.close',
  'billing.rates',
  'billing.run',
  'billing.charges',
  'invoices.write',
  'invoices.issue',
  'bills.write',
  'bills.approve',
  'payments.record',
  'journal.post',
  'oms.returns.rules',
  'tms.rules',
  'tms.invoices',
  'oms.returns.credit',
  'tenancy.audit',
  'ops.view',
  'ops.manage',
];

/** Inventory may be queried with any one operational view permission. */
export const inventoryViewPermissions: readonly Permission[] = [
  'wms.inbound.view',
  'wms.outbound.view',
  'wms.putaway.view',
  'wms.picking.view',
  'wms.packing.view',
  'wms.cycle_count.view',
  'wms.transfer.view',
  'wms.billing.view',
];

const all = Object.keys(permissions) as Permission[];
const ordinary = all.filter((name) => !specialPermissions.includes(name));

const accounting =
  /^(accounting|billing|invoices|bills|payments|journal)\.|^tms\.invoices$|\.credit$|\.view$/;

/** What a role grants when a token is created; the token keeps the list, not the role. */
export const roles: Record<string, readonly Permission[]> = {
  admin: ordinary,
  operator: ordinary.filter(
    (name) =>
      /^(wms|oms|purchase|yms|tms|drayage)\./.test(name) &&
      !name.endsWith('.approve') &&
      name !== 'tms.invoices',
  ),
  accountant: ordinary.filter((name) => accounting.test(name)),
  viewer: ordinary.filter((name) => name.endsWith('.view')),
  hub: ['wms.print.view'],
};

/**
 * The permissions a new token gets: everything named, plus the ordinary permissions of the roles, without duplicates.
 */
export function expandPermissions(roleNames: readonly string[], named: readonly Permission[]): Permission[] {
  return [...new Set([...roleNames.flatMap((role) => roles[role] ?? []), ...named])].sort();
}

/** What a signed-in person may do: the ordinary permissions of the member's roles. */
export function rolePermissions(roleNames: readonly string[]): Permission[] {
  return expandPermissions(roleNames, []);
}

/**
 * What a token may do now. A member's roles limit the ordinary permissions of the member's tokens (null: the token
 * belongs to no member, or to one that was never given roles); a member whose roles were all taken away has nothing
 * left. A merchant's token never acts as the operator.
 */
export function effectivePermissions(
  token: { permissions: readonly Permission[]; merchant_id: string | null },
  memberRoles: readonly string[] | null,
): Permission[] {
  if (memberRoles?.length === 0) return [];
  const ofMember = memberRoles ? expandPermissions(memberRoles, specialPermissions) : all;
  return token.permissions.filter(
    (permission) =>
      ofMember.includes(permission) &&
      !(token.merchant_id !== null && operatorPermissions.includes(permission)),
  );
}

/**
 * Permissions that handlers check when the command runs later. They are all that its row keeps of the actor's
 * permissions: the others were checked on acceptance, and a list of sixty names would take up half of every row.
 */
const askedWhenRun = [
  'wms.inbound.receive',
  'wms.inbound.over_receive',
  'wms.returns.unplanned',
  'wms.returns.inspect',
  'oms.returns.authorize',
  'wms.moves.override',
  'oms.orders.approve',
  'wms.outbound.ship',
  'purchase.approve',
] as const satisfies readonly Permission[];

/** Whether the actor held a permission when it submitted the command. */
export function heldWhenAsked(
  actor: { permissions: readonly string[] },
  permission: (typeof askedWhenRun)[number],
): boolean {
  return actor.permissions.includes(permission);
}

/** The actor's permissions that the command's row keeps. */
export function permissionsToKeep(held: readonly string[]): string[] {
  return askedWhenRun.filter((permission) => held.includes(permission));
}
