/** Karrio as the far carrier plays it: its shipments cost nothing, may be made twice and are bought once each. */
import {
  does,
  drawnAs,
  isPast,
  madeAs,
  make,
  no,
  pageOf,
  paperOf,
  type Carrier,
  type Json,
  type Side,
  type Till,
} from './vendor-side.ts';

export function karrioOf<M, C extends Carrier<M>>(carrier: C, { answer, sell }: Till<C, M>): Side {
  const rate = (amount: number): Json => ({
    id: 'rat_1',
    object_type: 'rate',
    carrier_name: 'canadapost',
    carrier_id: 'post',
    currency: 'CAD',
    service: 'canadapost_priority',
    total_charge: amount,
    transit_days: 2,
    estimated_delivery: '2026-12-02',
    test_mode: true,
  });
  const shown = (id: string): Json => {
    const { reference, sold } = madeAs(carrier, id)!;
    return {
      id,
      object_type: 'shipment',
      reference,
      status: sold ? (sold.isVoided ? 'cancelled' : 'created') : 'draft',
      rates: [rate(12.4)],
      messages: [{ carrier_name: 'ups', code: '1', message: 'The postal code is not served.' }],
      carrier_name: sold ? 'canadapost' : null,
      tracking_number: sold?.tracking_no ?? null,
      tracking_url: sold ? pageOf(sold.tracking_no) : null,
      selected_rate: sold ? rate(Number(sold.amount)) : null,
      label_url: sold ? `/karrio/v1/labels/${sold.tracking_no}` : null,
    };
  };
  /** The parcels it follows. */
  const followed = new Set<string>();
  return (response, method, [, what = '', id, verb], body) => {
    if (what === 'labels') return void response.end(drawnAs(carrier, id!).bytes);
    if (what === 'proxy') {
      carrier.check('karrio rates', body);
      return answer(carrier, response, carrier.mood('', 'ask'), () => ({
        rates: [rate(12.4)],
        messages: [],
      }));
    }
    if (what.startsWith('manifests')) {
      const shownManifest = (of: string): Json => ({
        id: `manf_${carrier.taken.findIndex(({ reference }) => reference === of) + 1}`,
        carrier_name: 'canadapost',
        carrier_id: 'post',
        reference: of.replaceAll('-', ''),
        shipment_identifiers: carrier.taken
          .find(({ reference }) => reference === of)!
          .labels.map((label, at) =>
            carrier.isNamingItsOwn
              ? `GRP-${at}`
              : carrier.sold.find(({ reference }) => reference === label)!.tracking_no,
          ),
      });
      if (verb === 'document')
        return void response.end(JSON.stringify({ format: 'PDF', base64: paperOf(id!) }));
      if (method === 'GET')
        return answer(carrier, response, carrier.mood('', 'ask'), () => ({
          next: null,
          results: isPast(what, 'created_after')
            ? carrier.taken.map(({ reference }) => shownManifest(reference))
            : [],
        }));
      carrier.check('karrio manifest', body);
      const of = hyphenated(body['reference']);
      return answer(carrier, response, carrier.mood(of, 'buy'), () => {
        const labels = body['shipment_ids']
          .map((shp: string) => madeAs(carrier, shp)!.reference)
          .filter((one: string) => carrier.leaves(one) === undefined);
        does(carrier, { taken: { reference: of, labels } });
        return shownManifest(of);
      });
    }
    if (what === 'trackers') {
      if (method === 'POST') {
        carrier.check('karrio tracker', body);
        followed.add(body['tracking_number']);
      }
      const number = method === 'POST' ? body['tracking_number'] : id!;
      if (!followed.has(number)) return no(response, 404, 'Not found.');
      const one = carrier.sold.find(({ tracking_no: of }) => of === number);
      const events = one ? (carrier.tracking.get(one.reference) ?? []) : [];
      return void response.end(
        JSON.stringify({
          tracking_number: number,
          status: 'delivered',
          events: events.map((event) => ({
            date: event['occurred_at'].slice(0, 10),
            time: event['occurred_at'].slice(11, 16),
            description: event['says'],
            location: event['place'],
            code: event['id'],
            status: event['kind'] === 'delivered' ? null : 'in_transit',
          })),
        }),
      );
    }
    if (what.startsWith('shipments?')) return void response.end('{"count": 0, "results": []}');
    if (method === 'POST' && id === undefined) {
      carrier.check('karrio shipment', body);
      const mood = carrier.mood(hyphenated(body['reference']), 'ask');
      return answer(carrier, response, mood, () =>
        shown(make(carrier, hyphenated(body['reference']), body['parcels'][0].weight)),
      );
    }
    const one = madeAs(carrier, id!);
    if (!one) return no(response, 404, 'Not found.');
    if (verb === 'purchase') {
      carrier.check('karrio purchase', body);
      if (one.sold) return no(response, 409, `The shipment is already '${String(shown(id!)['status'])}'.`);
      return answer(carrier, response, carrier.mood(one.reference, 'buy'), () => {
        const { reference, weight } = one;
        if (!madeAs(carrier, id!)!.sold)
          sell(carrier, { reference, weight, service: 'post.canadapost_priority', shipment: id! });
        return shown(id!);
      });
    }
    if (verb === 'cancel') {
      carrier.check('karrio cancel', body);
      if (one.sold?.isVoided) return no(response, 409, 'The shipment is already cancelled.');
      return answer(carrier, response, carrier.mood(one.reference, 'void'), () => {
        does(carrier, { voided: one.sold!.tracking_no });
        return shown(id!);
      });
    }
    answer(carrier, response, carrier.mood(one.reference, 'ask'), () => shown(id!));
  };
}

/** Its references have no hyphens. */
const hyphenated = (reference: unknown): string =>
  String(reference).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
