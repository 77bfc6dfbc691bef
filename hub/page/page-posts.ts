import Joi from 'joi';
import { printerLanguages } from '../../domain/printing/label-types.ts';
import { HubError } from '../hub-error.ts';
import { readConnectionCode } from '../../domain/printing/connection-code.ts';
import type { Connection } from '../devices/device.ts';
import type { HubDeps } from '../hub-deps.ts';

type Fields = Record<string, string>;

/** What the page's buttons do; each press is a person at the workstation. */
export const pagePosts: Readonly<Record<string, (hub: HubDeps, fields: Fields) => Promise<void> | void>> = {
  '/code': (hub) => void hub.pairing.newCode(),
  '/connect': connect,
  '/confirm-binding': (hub) => hub.cloud.confirmRebinding(),
  '/unbind': (hub) => hub.cloud.unbind(),
  '/revoke': (hub, fields) => hub.tokens.revoke(fields['token_id'] ?? ''),
  '/discover': (hub) =>
    new Promise(
      (resolve) => void hub.discovery.start({ found: () => undefined, completed: () => resolve() }),
    ),
  '/look': async (hub, fields) => {
    const device = deviceOf(hub, fields);
    await hub.lanes.look(device.id, () => hub.watch.look(device)).catch(ignoreOffline);
  },
  '/register': async (hub, fields) => {
    await hub.book.register(deviceOf(hub, fields).id, asDefaultIfFirst(hub));
  },
  '/make-default': async (hub, fields) => {
    await hub.book.register(deviceOf(hub, fields).id, { is_default: true });
  },
  '/takes': async (hub, fields) => {
    const takes = printerLanguages.filter((one) => (fields['takes'] ?? '').split(',').includes(one));
    if (takes.length === 0) throw new HubError('INVALID_PARAMS', 'A printer takes something');
    await hub.book.register(deviceOf(hub, fields).id, { takes });
  },
  '/forget': (hub, fields) => hub.book.forget(deviceOf(hub, fields).id),
  '/add-printer': addPrinter,
  '/backlog': decideBacklog,
  '/test-print': async (hub, fields) => {
    const { id, name } = deviceOf(hub, fields);
    const printed = new Promise<void>((resolve) => hub.station.once('finished', () => resolve()));
    await hub.jobs.accept(id, { zpl: testLabel(name), copies: 1 }, null, '');
    await Promise.race([printed, new Promise((resolve) => setTimeout(resolve, showResultMs).unref())]);
  },
};

/** A test print that takes longer shows up at the next refresh. */
const showResultMs = 3_000;

const addressFields = Joi.object({
  connection: Joi.string().valid('network', 'serial', 'usb').required(),
  address: Joi.string().trim().max(300).required(),
  name: Joi.string().trim().min(1).max(100).required(),
});

/** One pasted code contains the platform, the organization, the warehouse and the key. */
async function connect(hub: HubDeps, fields: Fields): Promise<void> {
  const connection = readConnectionCode(fields['code'] ?? '');
  if (!connection) {
    throw new HubError(
      'INVALID_PARAMS',
      'This is not a connection code, or only part of one. Copy all of it: it begins with HUB1-',
    );
  }
  const { enrollment_key: anon_key, ...platform } = connection;
  await hub.cloud.bind({ ...platform, anon_key });
}

/** A person at the printer says what becomes of what it found waiting. */
async function decideBacklog(hub: HubDeps, fields: Fields): Promise<void> {
  const { action } = fields;
  if (action !== 'print' && action !== 'cancel_old')
    throw new HubError('INVALID_PARAMS', 'The choice is to print or to cancel the old ones');
  await hub.desk.decide(deviceOf(hub, fields).id, action).catch((cause: Error) => {
    throw new HubError('CLOUD_REJECTED', cause.message);
  });
}

/** For printers that do not announce themselves. A network address without a port means 9100. */
async function addPrinter(hub: HubDeps, { csrf: _csrf, ...fields }: Fields): Promise<void> {
  const { error, value } = addressFields.validate(fields);
  if (error) throw new HubError('INVALID_PARAMS', error.message);
  const { connection, name } = value as { connection: Connection; name: string };
  const address = connection === 'network' ? withPort(value.address as string) : (value.address as string);
  const isDeviceFile = /^(\/dev\/[\w./:-]+|COM\d+)$/i.test(address) && !address.includes('..');
  if (connection !== 'network' && !isDeviceFile)
    throw new HubError('INVALID_PARAMS', `${address} is not a device file`);
  const printer = { name, connection, address, model: null, manufacturer: null, serial_number: null };
  const { id } = await hub.book.saw({ ...printer, identity: `${connection}:${address}` });
  await hub.book.register(id, { name, ...asDefaultIfFirst(hub) });
}

function asDefaultIfFirst({ book }: HubDeps): { is_default?: true } {
  return book.registered.length === 0 ? { is_default: true } : {};
}

function withPort(address: string): string {
  const host = '(\\[[0-9a-fA-F:]+\\]|[\\w.-]+)';
  if (new RegExp(`^${host}:\\d{1,5}$`).test(address)) return address;
  if (new RegExp(`^${host}$`).test(address)) return `${address}:9100`;
  throw new HubError('INVALID_PARAMS', `${address} is not a network address`);
}

function deviceOf(hub: HubDeps, fields: Fields) {
  return hub.book.get(fields['device_id'] ?? '');
}

function ignoreOffline(cause: unknown): void {
  if (!(cause instanceof HubError)) throw cause;
}

function testLabel(name: string): string {
  const text = name.replace(/[\^~\\]/g, ' ').slice(0, 30);
  const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return `^XA^CI28^PW600^LL300^FO30,30^GB540,240,3^FS^FO60,60^A0N,44^FDTest label^FS^FO60,120^A0N,30^FD${text}^FS^FO60,160^A0N,24^FD${time} UTC^FS^FO60,195^BY2^BCN,50,N^FDHUB-TEST^FS^XZ`;
}
