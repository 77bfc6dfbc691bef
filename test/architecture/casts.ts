/** The casts to `never` that stay, each with why. What is not named here is refused. */

// What knex selects and joins is typed by names of tables it would have to know; ours come as text and raw pieces.
const builders = [
  'counting/counts.read',
  'documents/bills.read',
  'documents/invoices.read',
  'documents/payments.read',
  'journal/journal.read',
  'page',
  'rates/rate-sheets.read',
];

const reasons: Record<string, string> = {
  ...Object.fromEntries(builders.map((name) => [`db/${name}.ts`, 'knex builders over text columns'])),
  'db/database.ts': 'knex takes another client and its settings, and types neither',
  'db/fulfillment/order-sync.write.ts':
    'the state machine is typed by the states it names, and is asked about any',
  'db/fulfillment/push-order.write.ts':
    'the state machine is typed by the states it names, and is asked about any',
  'domain/paper/pdf-fonts.ts': 'pdfkit takes an opened font and declares a file',
  'hub/discovery/mdns-printers.ts': 'bonjour-service hands its options to multicast-dns and declares fewer',
  'hub/virtual-printer/announce.ts': 'bonjour-service hands its options to multicast-dns and declares fewer',
  'queues/backend.ts': 'bullmq types its Postgres backend apart from its Redis one',
  'server/run-as-operator.ts': 'the result of a command chosen at run time',
  'workers/run-command.ts': 'the input of a command chosen at run time',
  'workers/shipping/shipping-pdf.ts': "bwip-js declares the options of its own symbols' functions only",
};

export const isCastAllowed = (path: string): boolean => Object.hasOwn(reasons, path);
