/** The plan of the house as tables: the layers, the nouns and what they stand on, the engine's face. */

/**
 * Which nouns each noun may import, in every layer. Anything not listed is refused, so a new noun has to be placed here
 * first.
 */
export const standsOn: Record<string, readonly string[]> = {
  money: [],
  paper: [],
  tenancy: [],
  closings: ['tenancy'],
  inventory: ['tenancy', 'closings'],
  printing: ['tenancy', 'inventory', 'paper'],
  catalog: ['tenancy', 'inventory'],
  quality: ['tenancy', 'inventory', 'catalog'],
  receiving: ['tenancy', 'inventory', 'catalog', 'printing', 'quality'],
  shipping: ['tenancy', 'inventory', 'catalog', 'printing', 'paper', 'money'],
  picking: ['tenancy', 'inventory', 'catalog', 'printing', 'shipping', 'paper'],
  // What a batch or the carrier of a planned move has in hand is not on its shelf.
  counting: ['tenancy', 'inventory', 'catalog', 'picking', 'moves'],
  moves: ['tenancy', 'inventory', 'catalog', 'printing', 'receiving', 'shipping', 'picking'],
  tasks: ['tenancy', 'inventory', 'receiving', 'counting', 'shipping', 'picking', 'moves'],
  imports: ['tenancy', 'inventory', 'catalog', 'moves', 'parcels', 'transport'],
  orders: ['tenancy', 'inventory', 'catalog', 'money'],
  yard: ['tenancy', 'inventory', 'catalog', 'receiving', 'shipping', 'purchase'],
  // A label may be bought for a carton that is planned.
  parcels: [
    'tenancy',
    'inventory',
    'catalog',
    'printing',
    'shipping',
    'picking',
    'paper',
    'secrets',
    'money',
  ],
  transport: ['tenancy', 'inventory', 'catalog', 'shipping', 'parcels', 'money', 'journal', 'documents'],
  fulfillment: [
    'tenancy',
    'inventory',
    'catalog',
    'receiving',
    'counting',
    'shipping',
    'picking',
    'printing',
    'orders',
    'transport',
    'transfers',
  ],
  journal: ['tenancy', 'money'],
  documents: ['tenancy', 'money', 'journal'],
  rates: ['tenancy', 'money'],
  billing: ['tenancy', 'money', 'rates', 'journal', 'documents'],
  'month-end': ['tenancy', 'money', 'journal', 'documents', 'billing'],
  purchase: ['tenancy', 'inventory', 'catalog', 'receiving', 'money', 'journal', 'documents'],
  transfers: ['tenancy', 'inventory', 'catalog', 'receiving', 'shipping'],
  returns: [
    'tenancy',
    'inventory',
    'catalog',
    'quality',
    'receiving',
    'printing',
    'paper',
    'shipping',
    'fulfillment',
    'vendor-returns',
    'moves',
    'orders',
    'parcels',
    'money',
    'journal',
    'documents',
  ],
  'vendor-returns': ['tenancy', 'inventory', 'catalog', 'receiving', 'shipping', 'fulfillment'],
  drayage: ['tenancy', 'inventory', 'catalog', 'receiving', 'purchase', 'money'],
  exports: ['tenancy', 'returns', 'documents'],
  secrets: [],
  integration: ['tenancy', 'inventory', 'catalog', 'orders', 'fulfillment', 'money'],
  // What may go to the archive follows from the states of what is archived.
  retention: ['tenancy', 'printing', 'integration'],
  webhooks: ['tenancy', 'integration', 'secrets'],
  channels: ['tenancy', 'inventory', 'catalog', 'orders', 'integration', 'secrets'],
};
// A handler may take the step one level above its noun: a short pick reaches the order.
export const reachesUp: Record<string, RegExp> = {
  // Which day says a tax is a setting; drafts follow it.
  documents: /^workers\/tenancy\/update-settings\.ts$/,
  fulfillment: /^workers\/(receiving|picking|shipping|orders|transport)\//,
  // A carton may have its label bought as it is planned or packed, or leaves; a parcel that is not sent after all has it taken back.
  parcels:
    /^(db\/fulfillment\/((shipment-steps|withdraw-together)\.write|refused-steps\.read)|workers\/(picking\/((un)?pack-carton|planned-cartons|cancel-wave)|fulfillment\/list-what-left))\.ts$/,
  // A return to a vendor follows its shipment, as a transfer does.
  'vendor-returns':
    /^(db\/fulfillment\/shipment-steps\.write|workers\/fulfillment\/shipment-of-document)\.ts$/,
  // A receipt updates its purchase order; a bill is not paid before it matches one.
  purchase: /^workers\/(receiving|documents)\//,
  // A transport order has one freight bill, however it is entered.
  transport: /^workers\/documents\/freight-bill\.ts$/,
  // What is counted, completed or reversed on a receipt moves its transfer.
  transfers: /^workers\/receiving\//,
  // Goods received, or that passed their inspection, are planned to be put away; whatever is moved is moved where there is room.
  moves: /^workers\/(receiving|inventory|picking|quality)\//,
  // What is counted, completed or reversed on a receipt moves its return, as does a shipment home that is cancelled; its
  // units keep their hold until disposed of.
  returns:
    /^workers\/(receiving\/|(inventory\/(lift-hold|release-lot)|vendor-returns\/release-vendor-return)\.ts$)|^db\/fulfillment\/shipment-steps\.write\.ts$/,
};
/** Handlers whose files lend a part of what they do, and to whom: each is to become a file of its own. */
export const lentByHandlers: Record<string, RegExp> = {
  'workers/inventory/move-stock.ts': /^workers\/moves\/(carry-to-face|confirm-move)\.ts$/,
  'workers/inventory/lift-hold.ts': /^workers\/quality\/take-decision\.ts$/,
  'workers/receiving/complete-receive.ts':
    /^workers\/(receiving\/receive-at-once|returns\/receive-return)\.ts$/,
  'workers/receiving/receive-all.ts': /^workers\/(receiving\/receive-at-once|returns\/receive-return)\.ts$/,
  'workers/orders/cancel-order.ts': /^workers\/returns\/replacement\.ts$/,
  'workers/orders/edit-order.ts': /^workers\/returns\/replacement\.ts$/,
};
/**
 * The face of the engine: what the trade's commands and handlers, and the API, may touch of what carries a command, and
 * of the calls to the outside. The rest is the engine's own.
 */
export const face: Record<string, RegExp> = {
  queues: /^queues\/engine\/(define-command|producer|backend|outcomes)\.ts$/,
  db: /^db\/engine\/commands\.write\.ts$/,
  workers:
    /^workers\/(engine\/(handler|each-of-group|each-organization|follow-ups|scheduled|repeat|woken|signals|sample-queues)|outside\/[\w-]+)\.ts$|^queues\/engine\/(define-command|accepted-command|producer|wakes|policies)\.ts$|^db\/engine\/commands\.write\.ts$/,
  api: /^queues\/engine\/(define-command|accepted-command|submission|gateway|open-commands|outcomes|waiting-room|policies|producer|backend)\.ts$|^db\/engine\/[\w-]+\.read\.ts$/,
};
export const engine = /^(queues|workers|db)\/engine\//;
/** What the engine stands on besides itself: no noun of the trade, only how a command is described and where it is kept. */
export const underEngine =
  /^domain\/|^db\/(database|sql-text|sql-errors|driver\/unawaited)\.ts$|^db\/tenancy\/sequences\.write\.ts$|^workers\/outside\/|^db\/retention\/months\.write\.ts$|^queues\/(schema|settled-schema)\.ts$|^queues\/printing\/print-queue\.ts$/;
/** What a folder may import from other folders; anything not listed is refused. */
export const layers: Record<string, RegExp> = {
  domain: /^domain\//,
  queues: /^(queues|domain)\//,
  db: /^(db|domain)\//,
  workers: /^(workers|domain|queues)\/|^db\/(?!migrations\/)/,
  api: /^(api|domain|queues|render)\/|^db\/(database|page|report-reads|shared-reads|sql-errors)\.ts$|^db\/.+\.read\.ts$/,
  hub: /^(hub|domain|render)\//,
  // Hostile labels are drawn apart from whoever asks for their picture.
  render: /^render\//,
  // Published on its own, it runs in other people's programs: all it knows of the product is the API description.
  client: /^client\//,
};
