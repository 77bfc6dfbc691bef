/**
 * The chapters of the description, in the order readers need them: goods come in first. A new path falls into its
 * area's chapter.
 */
import type { Endpoint } from '../http/endpoint.ts';
import type { Json } from './openapi-components.ts';

/** The chapter for events, which are sent rather than requested. */
export const eventsTag = 'Events';

const chapters: readonly { name: string; about: string; paths: RegExp }[] = [
  {
    name: 'Receiving',
    about: 'Inbound receipts, counting at the dock, receiving tasks, putaway, the next thing to do.',
    paths: /^\/wms\/(inbound-receipts|receipts|lots|receiving-tasks|tasks|work)\b/,
  },
  {
    name: 'Inventory',
    about: 'Stock, movements, planned moves, holds, adjustments, pallets, counts.',
    paths: /^\/wms\/(inventory|moves|pallets|reason-codes|count-tasks|count-plans|counts)\b/,
  },
  {
    name: 'Returns',
    about:
      'Goods that come back: requested, authorized, received, inspected, disposed of, credited; their rules.',
    paths: /^\/(oms|wms)\/(returns|return-rules)\b/,
  },
  {
    name: 'Orders',
    about: 'Sales orders from draft to delivered, availability.',
    paths: /^\/oms\/(orders|availability|inventory)\b/,
  },
  {
    name: 'Picking and packing',
    about: 'Waves, pick tasks, cartons, put-backs.',
    paths: /^\/wms\/(waves|pick-tasks|put-back-tasks|cartons|shipments\/\{id\}\/cartons)\b/,
  },
  {
    name: 'Shipping',
    about: 'Shipments, loads, packing lists, bills of lading.',
    paths: /^\/wms\/(shipments|loads|documents)\b/,
  },
  {
    name: 'Printing',
    about: 'Label jobs, printers, the hubs on the workstations.',
    paths: /^\/wms\/(print-|hubs)/,
  },
  {
    name: 'Billing',
    about: 'What a 3PL charges: rate sheets, rules, charges, billing runs.',
    paths: /^\/accounting\/billing\b/,
  },
  {
    name: 'Accounting',
    about: 'Accounts, journal, invoices, bills, payments, reports.',
    paths: /^\/accounting\//,
  },
  {
    name: 'Master data',
    about: 'Warehouses, locations, items, merchants, carriers, vendors, customers, channels; bulk imports.',
    paths: /^\/(wms\/(warehouses|locations|items|merchants|carriers|vendors|imports)|oms\/)\b/,
  },
  {
    name: 'Organization',
    about: 'Settings, members, access tokens, accepted operations, the audit.',
    paths: /^\/(tenancy|operations|audit)\b/,
  },
  {
    name: eventsTag,
    about: 'Events as they are sent: on the stream, and to endpoints.',
    paths: /^\/events\b/,
  },
  {
    name: 'Integration',
    about: 'Stores and their connections, flows, what arrived and what became of it.',
    paths: /^\/integration\b/,
  },
  {
    name: 'Purchasing',
    about: 'Purchase orders, advance shipping notices, matches.',
    paths: /^\/purchase\b/,
  },
  { name: 'Drayage', about: 'Drayage orders and containers.', paths: /^\/drayage\b/ },
  { name: 'Yard', about: 'Appointments, the gate, spots, movements.', paths: /^\/yms\b/ },
  { name: 'Transport', about: 'Transport orders, freight bills, proof of delivery.', paths: /^\/tms\b/ },
  {
    name: 'Exports',
    about: 'Stock, ledger, orders, invoices and more as CSV, streamed.',
    paths: /^\/exports\b/,
  },
];

/** The chapter of a path; v1 has its own chapters. */
export function tagOf(path: string): string {
  const [, surface, ...rest] = path.split('/');
  const name = chapters.find(({ paths }) => paths.test(`/${rest.join('/')}`))?.name ?? rest[0]!;
  return surface === 'v1' ? `v1 ${name}` : name;
}

function tagsInOrder(endpoints: readonly Endpoint[]): string[] {
  const order = chapters.map(({ name }) => name);
  const place = (tag: string): number => {
    const index = order.indexOf(tag.replace(/^v1 /, ''));
    return (tag.startsWith('v1 ') ? 1_000 : 0) + (index === -1 ? order.length : index);
  };
  return [...new Set([...endpoints.map(({ path }) => tagOf(path)), eventsTag])].toSorted(
    (left, right) => place(left) - place(right),
  );
}

export function tagsOf(endpoints: readonly Endpoint[]): Json[] {
  return tagsInOrder(endpoints).map((name) => {
    const bare = name.replace(/^v1 /, '');
    const about = chapters.find((chapter) => chapter.name === bare)?.about;
    return { name, description: about ?? `What ${name} offers.` };
  });
}

/** The two surfaces as groups of chapters, for viewers that know them. */
export function tagGroups(endpoints: readonly Endpoint[]): Json[] {
  const tags = tagsInOrder(endpoints);
  const ofV1 = (isV1: boolean): string[] => tags.filter((tag) => tag.startsWith('v1 ') === isV1);
  return [
    { name: 'Tenant API', tags: ofV1(false) },
    { name: 'Reference API v1', tags: ofV1(true) },
  ].filter(({ tags: some }) => some.length > 0);
}
