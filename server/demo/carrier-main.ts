/**
 * A regional carrier for the demo, as a process of its own on a port of its own: all that docs/carriers.md asks of one. It
 * sells a label once for a reference, however often it is asked, and forgets everything with its end.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

/** What the chapter has it tell of a parcel, as its own scanners would. */
export interface CarrierScan {
  url: string;
  secret: string;
  events: readonly object[];
}

type Json = Record<string, any>;

const [, , token = ''] = process.argv;
const sold = new Map<string, Json>();
const manifests = new Map<string, Json>();
const bodyMax = 256 * 1024;

const services = [
  { service_code: 'NEXT_DAY', perKg: 4, base: 9, days: 1 },
  { service_code: 'GROUND', perKg: 1.5, base: 5, days: 3 },
] as const;
const priceOf = (service: string, kg: number): string => {
  const { base, perKg } = services.find(({ service_code: code }) => code === service) ?? services[1];
  return (base + perKg * kg).toFixed(2);
};

function sell({ reference, service_code: service, weight_kg: kg, ship_to: to, customs }: Json): Json {
  const tracking = `RC${String(sold.size + 1).padStart(9, '0')}`;
  const content = `^XA^FO50,60^A0N,50,50^FD${to.name}, ${to.city}^FS^FO50,140^BY3^BCN,180,Y,N,N^FD${tracking}^FS^FO50,400^A0N,30,30^FD${customs ? `customs ${customs.invoice_no}` : service}^FS^XZ`;
  return {
    reference,
    status: 'bought',
    tracking_no: tracking,
    carrier_code: 'REGIO',
    amount: priceOf(String(service), Number(kg)),
    currency: 'USD',
    label: { format: 'zpl', content },
  };
}

// A page without anything on it, whose text nobody reads.
const paper = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
).toString('base64');

function taken({ reference, labels }: Json): Json {
  const manifest_no = `M-${manifests.size + 1}`;
  return { reference, labels, status: 'accepted', manifest_no, file: { format: 'pdf', content: paper } };
}

/** Undefined: there is none. */
function answerTo(
  method: string,
  [what, reference = '', verb]: readonly string[],
  body: Json,
): Json | undefined {
  if (what === 'account') return { name: 'Regional carrier' };
  if (what === 'rates') {
    const kg = Number(body['weight_kg']);
    return {
      rates: services.map(({ service_code, days }) => ({
        service_code,
        carrier_code: 'REGIO',
        amount: priceOf(service_code, kg),
        currency: 'USD',
        days,
      })),
    };
  }
  const kept = what === 'manifests' ? manifests : sold;
  const of = method === 'POST' && reference === '' ? String(body['reference']) : reference;
  if (method === 'POST' && reference === '' && !kept.has(of))
    kept.set(of, what === 'manifests' ? taken(body) : sell(body));
  const one = kept.get(of);
  if (verb === 'void' && one) one['status'] = 'voided';
  return verb === 'tracking' ? { events: [] } : one;
}

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (text.length > bodyMax) request.destroy();
  });
  request.on('end', () => {
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end('{}');
    const body = text === '' ? {} : (JSON.parse(text) as Json);
    const answer = answerTo(request.method ?? '', (request.url ?? '').slice(1).split('/'), body);
    if (!answer) return void response.writeHead(404).end('{}');
    response.end(JSON.stringify(answer));
  });
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: true, port: (server.address() as AddressInfo).port });
});
process.on('message', ({ url, secret, events }: CarrierScan) => {
  const told = JSON.stringify({ events });
  const signature = createHmac('sha256', secret).update(told).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-carrier-hmac-sha256': signature };
  fetch(url, { method: 'POST', headers, body: told }).then(
    ({ status }) => process.send?.({ heard: status }),
    (fault: Error) => process.send?.({ heard: fault.message }),
  );
});
process.on('disconnect', () => process.exit(0));
