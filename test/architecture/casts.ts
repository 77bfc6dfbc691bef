/** The casts to `never` that are allowed, each with its reason. Any other is refused. */

const reasons: Record<string, string> = {
  'api/tenant/files/draw-pages.ts': "bwip-js declares the options of its own symbols' functions only",
  'db/schema/compiled-migrations.ts': 'knex takes another client and does not type it',
  'db/driver/pool.ts': 'knex takes another client and its settings, and types neither',
  'db/fulfillment/order-sync.write.ts':
    'the state machine is typed by the states it names, and is asked about any',
  'db/fulfillment/push-order.write.ts':
    'the state machine is typed by the states it names, and is asked about any',
  'domain/paper/pdf-fonts.ts': 'pdfkit takes an opened font and declares a file',
  'hub/discovery/mdns-printers.ts': 'bonjour-service hands its options to multicast-dns and declares fewer',
  'hub/virtual-printer/announce.ts': 'bonjour-service hands its options to multicast-dns and declares fewer',
  'queues/engine/backend.ts': 'bullmq types its Postgres backend apart from its Redis one',
  'server/run-as-operator.ts': 'the result of a command chosen at run time',
  'workers/engine/run-command.ts': 'the input of a command chosen at run time',
  'api/tenant/shipping/shipping-pdf.ts': "bwip-js declares the options of its own symbols' functions only",
};

export const isCastAllowed = (path: string): boolean => Object.hasOwn(reasons, path);
