/** Answers of a carrier that are JSON and nothing a carrier says: they are no answer, and nothing falls over them. */
import test from 'ava';
import type { ClaimedLabel } from '../../db/parcels/label-calls.write.ts';
import type { ClaimedManifest } from '../../db/parcels/manifest-calls.write.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import type { OutboundRequest } from '../../workers/outside/outbound-http.ts';
import type { Line } from '../../workers/parcels/carriers/carrier.ts';
import { carriers } from '../../workers/parcels/carriers/carriers.ts';

// What JavaScript cannot write as text.
const untold = { toString: 1, valueOf: 1 };
const address = {
  name: 'A',
  address: '1 Dock Rd',
  city: 'C',
  state: null,
  postal: '1',
  country: 'US',
  phone: null,
};
const measures = { weight_kg: '1', length_cm: null, width_cm: null, height_cm: null, customs: null };
const parcel = { ...measures, ship_from: address, ship_to: address, options: {} } as unknown as Parcel;

/** A line to somebody who answers this to everything. */
function lineTo(answers: object): Line & { asked: OutboundRequest[] } {
  const asked: OutboundRequest[] = [];
  const send: Line['send'] = async (request) => {
    asked.push(request);
    const bytes = Buffer.from(JSON.stringify(answers));
    return { status: 200, headers: {}, body: bytes.toString(), bytes };
  };
  return { send, api_url: 'https://carrier.example/v1', headers: {}, asked };
}

test('prices of services and in currencies that are no text are no offers, and keep nobody from those that are', async (t) => {
  const cost = (currency: unknown) => ({ amount: 7, currency });
  const shipengine = (currency: unknown, service: unknown) => ({
    carrier_id: 'se-1',
    service_code: service,
    shipping_amount: cost(currency),
  });
  const offers = {
    carriers: [{ carrier_id: 'se-1' }],
    rate_response: { rates: [shipengine(untold, 'x'), shipengine('usd', untold), shipengine('usd', 'good')] },
    rates: [
      { carrier_id: untold, carrier: untold, service: 'x', total_charge: 1, rate: '1', currency: 'USD' },
      {
        carrier_id: 'c',
        carrier: 'c',
        service: 's'.repeat(1e5),
        total_charge: 1,
        rate: '1',
        currency: 'USD',
      },
      { carrier_id: 'c', carrier: 'c', service: 'good', total_charge: 1, rate: '1', currency: 'USD' },
    ],
  };
  for (const [adapter, service] of Object.entries({
    shipengine: 'se-1.good',
    karrio: 'c.good',
    easypost: 'c.good',
  })) {
    const line = lineTo(offers);
    const rated = await carriers[adapter as 'karrio'].rate(line, parcel);
    t.deepEqual(rated.kind === 'ok' && rated.answer.map((one) => one.service_code), [service], adapter);
    // Twenty are asked at once: none may send megabytes of prices.
    t.true(line.asked.at(-1)!.answerBytesMax! <= 512 * 1024, adapter);
  }
});

test('a label that costs no currency is bought, and its price is not known', async (t) => {
  const line = lineTo({
    status: 'completed',
    tracking_number: '1Z',
    shipment_cost: { amount: 7, currency: untold },
    label_download: { href: `data:application/zpl;base64,${Buffer.from('^XA^XZ').toString('base64')}` },
  });
  const label = { id: 'a', service_code: 'se-1.x', parcel, label_format: 'zpl' } as ClaimedLabel;
  const bought = await carriers.shipengine.buy(line, label);
  t.like(bought, { kind: 'ok', answer: { tracking_no: '1Z', amount: null, zpl: '^XA^XZ' } });
});

test('while ShipEngine is making another manifest, what it has not named is not left; nor is it where it names none', async (t) => {
  const labels = ['se-1', 'se-2'].map((id) => ({
    id,
    vendor_shipment_id: id,
    tracking_no: null,
    carrier_code: null,
  }));
  const due = { labels, created_at: new Date(), lost_ms: 0, settle_after_seconds: 60 } as ClaimedManifest;
  const { send, ask } = carriers.shipengine.manifest;
  const made = { manifest_id: 'se-m', label_ids: ['se-1'] };
  const requests = (status: string) => [{ manifest_request_id: 'se-r', status }];
  const sent = (said: object) => send(lineTo(said), due);
  t.like(await sent({ manifests: [made], manifest_requests: requests('in_progress') }), { kind: 'unknown' });
  t.like(await sent({ manifests: [made], manifest_requests: requests('completed') }), {
    kind: 'ok',
    answer: { taken: ['se-1'] },
  });
  const errors = [{ message: 'One of them is void.' }];
  t.like(await sent({ manifests: [{ manifest_id: 'se-m' }], errors }), { kind: 'unknown' });
  t.like(await sent({ manifests: [{ manifest_id: 'se-m', label_ids: ['se-9'] }] }), { kind: 'unknown' });
  // Asked after a lost answer it names a part: it may be at the rest.
  const listed = lineTo({ manifests: [made], pages: 1 });
  t.like(await ask(listed, due), { kind: 'unknown', waitMs: 60_000 });
  t.like(await ask(listed, { ...due, lost_ms: 60_000 }), { kind: 'ok', answer: { taken: ['se-1'] } });
  t.is(await ask(lineTo({ manifests: [], pages: 1 }), due), 'absent');
  t.like(await ask(lineTo({ manifests: [], pages: 99 }), due), { kind: 'unsent' }, 'not all of it was read');
});

test('scans without a time or a state in words are none', (t) => {
  const scan = (datetime: unknown, status: unknown) => ({ datetime, status });
  const told = carriers.easypost.trackedIn!({
    result: {
      object: 'Tracker',
      tracking_code: '1Z',
      tracking_details: [
        scan(untold, 'delivered'),
        scan('2026-01-02T00:00:00Z', untold),
        scan('0000-01-02T00:00:00Z', 'delivered'),
        scan('2026-01-02T00:00:00Z', 'delivered'),
      ],
    },
  });
  t.deepEqual(
    told.map(({ external_id: id }) => id),
    ['2026-01-02T00:00:00Z delivered'],
  );
});
