/** Our own contract as the far carrier plays it (far-carrier.ts): below `keyed` it deduplicates. */
import type { ServerResponse } from 'node:http';
import { blackDot, does, pageOf, type Carrier, type Json, type Sold, type Till } from './vendor-side.ts';

interface Asked {
  method: string;
  side: string;
  rest: string[];
  body: Json;
  key: string;
}

interface Generic<M> extends Carrier<M> {
  rates: Json[];
  keyed: Map<string, string>;
  bodies: Json[];
}

export function genericOf<M, C extends Generic<M>>(
  carrier: C,
  { answer, sell }: Till<C, M>,
): (response: ServerResponse, asked: Asked) => void {
  const shown = (one: Sold): Json => ({
    reference: one.reference,
    status: one.isVoided ? 'voided' : 'bought',
    tracking_no: one.tracking_no,
    tracking_url: pageOf(one.tracking_no),
    carrier_code: 'REGIO',
    amount: one.amount,
    currency: 'USD',
    label: {
      zpl: { format: 'zpl', content: carrier.draw(one.tracking_no).toString() },
      pdf: { format: 'pdf', content: Buffer.from(`%PDF-1.4 ${one.tracking_no}`).toString('base64') },
      png: { format: 'png', content: blackDot },
    }[carrier.format],
  });
  /** Takes a manifest again each time it is told, but below `keyed`. */
  const manifests = (
    response: ServerResponse,
    { method, side, reference, body }: Pick<Asked, 'method' | 'side' | 'body'> & { reference: string },
  ): void => {
    const isTakenOnto = (label: string): boolean => carrier.leaves(label) === undefined;
    const isTaken = (of: string): boolean => carrier.taken.some((one) => one.reference === of);
    const shownManifest = (of: string): Json => ({
      reference: of,
      status: 'accepted',
      manifest_no: `M-${carrier.taken.findIndex((one) => one.reference === of) + 1}`,
      labels: carrier.taken.find((one) => one.reference === of)!.labels,
      file: { format: 'pdf', content: Buffer.from(`%PDF-1.4 ${of}`).toString('base64') },
    });
    if (method === 'POST') {
      const of = String(body['reference']);
      return answer(carrier, response, carrier.mood(of, 'buy'), () => {
        if (side !== 'keyed' || !isTaken(of))
          does(carrier, { taken: { reference: of, labels: body['labels'].filter(isTakenOnto) } });
        return shownManifest(of);
      });
    }
    if (!isTaken(reference)) return void response.writeHead(404).end('{}');
    answer(carrier, response, carrier.mood(reference, 'ask'), () => shownManifest(reference));
  };
  return (response, { method, side, rest, body, key }) => {
    const [what, reference = '', verb] = rest;
    if (what === 'account') return void response.end('{"name":"The account"}');
    if (what === 'rates')
      return answer(carrier, response, carrier.mood('', 'ask'), () => ({ rates: carrier.rates }));
    if (what === 'manifests') return manifests(response, { method, side, reference, body });
    const known = (): Sold | undefined => carrier.sold.find((one) => one.reference === reference);
    if (method === 'POST' && reference === '') {
      const of = String(body['reference']);
      carrier.bodies.push(body);
      const text = JSON.stringify(body);
      if (side === 'keyed' && (carrier.keyed.get(key) ?? text) !== text)
        return void response.writeHead(422).end('{"error":{"message":"The key is of another request."}}');
      return answer(carrier, response, carrier.mood(of, 'buy'), () => {
        carrier.keyed.set(key, text);
        const before = side === 'keyed' ? carrier.sold.find((one) => one.reference === key) : undefined;
        return shown(
          before ??
            sell(carrier, {
              reference: of,
              service: String(body['service_code']),
              weight: Number(body['weight_kg']),
            }),
        );
      });
    }
    if (verb === 'tracking')
      return void response.end(JSON.stringify({ events: carrier.tracking.get(reference) ?? [] }));
    const isVoid = method === 'POST' && verb === 'void';
    // In one mood: of what it does not have it can neither say nor undo anything.
    const mood = carrier.mood(reference, isVoid ? 'void' : 'ask');
    if (!known() && mood === 'honest') return void response.writeHead(404).end('{}');
    answer(carrier, response, mood, () => {
      const one = known();
      if (!one) return {};
      if (isVoid) does(carrier, { voided: one.tracking_no });
      return shown(one);
    });
  };
}
