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
    about:
      'Inbound receipts, counting at the dock, receiving tasks, quality inspections, putaway, the next thing to do.',
    paths:
      /^\/wms\/(inbound-receipts|receipts|lots|receiving-tasks|tasks|work|inspections|inspection-plans|putaway)\b/,
  },
  {
    name: 'Inventory',
    about:
      'Stock, movements, planned moves, transfers between warehouses, replenishment and slotting, holds, adjustments, pallets, serial numbers, counts.',
    paths:
      /^\/wms\/(inventory|moves|transfers|replenishments|pick-faces|velocity|slotting-plans|slotting-swaps|pallets|serials|reason-codes|count-tasks|count-plans|counts)\b/,
  },
  {
    name: 'Returns',
    about:
      'Goods that come back: requested, authorized, received, inspected, disposed of, credited; their rules. What goes back to vendors.',
    paths: /^\/(oms|wms)\/(returns|return-rules|vendor-returns)\b/,
  },
  {
    name: 'Orders',
    about: 'Sales orders from draft to delivered, availability.',
    paths: /^\/oms\/(orders|availability|inventory)\b/,
  },
  {
    name: 'Picking and packing',
    about: 'Waves and their templates, pick tasks, pick jobs, cartons and how they are filled, put-backs.',
    paths:
      /^\/wms\/(waves|wave-templates|pick-tasks|pick-jobs|put-back-tasks|cartons|carton-types|cartonize|shipments\/\{id\}\/cartons)\b/,
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
    about:
      'Warehouses, locations, items, merchants, carriers, vendors, customers, channels; which dangerous goods are kept apart; bulk imports.',
    paths:
      /^\/(wms\/(warehouses|locations|items|merchants|carriers|vendors|hazard-segregation|imports)|oms\/)\b/,
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

/** What is said of a chapter that a path made by itself, because it fits none: tests alone have such paths. */
export const undescribed = (name: string): string => `What ${name} offers.`;

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
    return { name, description: about ?? undescribed(name) };
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
