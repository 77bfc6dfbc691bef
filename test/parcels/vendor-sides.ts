/**
 * EasyPost and ShipEngine as the far carrier plays them (far-carrier.ts): ShipEngine sells one label for an
 * external_shipment_id and refuses the next.
 */
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
  type Sold,
  type Taken,
  type Till,
} from './vendor-side.ts';

export function shipengineOf<M, C extends Carrier<M>>(carrier: C, { answer, sell }: Till<C, M>): Side {
  const money = (amount: number): Json => ({ currency: 'usd', amount });
  const rate = {
    rate_id: 'se-1',
    carrier_id: 'se-100',
    carrier_code: 'stamps_com',
    service_code: 'usps_priority_mail',
    shipping_amount: money(8.05),
    insurance_amount: money(0),
    confirmation_amount: money(0.1),
    other_amount: money(0),
    delivery_days: 3,
    estimated_delivery_date: '2026-12-03T00:00:00Z',
  };
  const envelope = { ...rate, package_type: 'flat_rate_envelope', shipping_amount: money(5.5) };
  const shown = (sold: Sold): Json => {
    const { type, bytes } = drawnAs(carrier, sold.tracking_no);
    return {
      label_id: `se-${carrier.sold.indexOf(sold) + 1}`,
      status: sold.isVoided ? 'voided' : 'completed',
      external_shipment_id: sold.reference,
      voided: sold.isVoided,
      tracking_number: sold.tracking_no,
      tracking_url: pageOf(sold.tracking_no),
      carrier_code: 'stamps_com',
      shipment_cost: money(Number(sold.amount)),
      insurance_cost: money(0),
      label_download: { href: `data:${type};base64,${bytes.toString('base64')}` },
    };
  };
  const soldAs = (reference: string): Sold => carrier.sold.find((one) => one.reference === reference)!;
  return (response, method, [, what = '', ...rest], body) => {
    if (what === 'carriers')
      return void response.end(
        JSON.stringify({ carriers: [{ carrier_id: 'se-100', carrier_code: 'stamps_com' }] }),
      );
    if (what === 'rates') {
      carrier.check('shipengine rates', body);
      // It offers what it was not asked for as well.
      const rates = [envelope, { ...rate, package_type: 'package' }];
      const offered = { rate_response: { rates, invalid_rates: [] } };
      return answer(carrier, response, carrier.mood('', 'ask'), () => offered);
    }
    if (what.startsWith('manifests')) {
      const shownManifest = (of: { reference: string; labels: string[] }): Json => ({
        manifest_id: `se-m-${carrier.taken.indexOf(of) + 1}`,
        form_id: of.reference,
        label_ids: of.labels.map((label) => shown(soldAs(label))['label_id']),
        manifest_download: { href: `data:application/pdf;base64,${paperOf(of.reference)}` },
      });
      if (method === 'GET')
        return answer(carrier, response, carrier.mood('', 'ask'), () => ({
          manifests: isPast(what, 'created_at_start') ? carrier.taken.map(shownManifest) : [],
          pages: 1,
        }));
      carrier.check('shipengine manifest', body);
      return answer(carrier, response, carrier.mood('', 'buy'), () => {
        const labels = body['label_ids'].map(
          (id: string) => carrier.sold[Number(id.slice(3)) - 1]!.reference,
        );
        const fit = labels.filter((one: string) => carrier.leaves(one) === undefined);
        const made: Taken[] = [];
        while (fit.length > 0) {
          const taken = {
            reference: `form-${carrier.taken.length + 1}`,
            labels: fit.splice(0, carrier.onOneManifest),
          };
          does(carrier, { taken });
          made.push(taken);
        }
        const errors = labels.flatMap((one: string) => {
          const message = carrier.leaves(one);
          return message === undefined ? [] : [{ error_code: 'invalid_status', message }];
        });
        return { manifests: made.map(shownManifest), manifest_requests: [], errors };
      });
    }
    if (what === 'labels' && rest[1] === 'track') {
      const sold = carrier.sold[Number(rest[0]!.slice('se-'.length)) - 1]!;
      const events = (carrier.tracking.get(sold.reference) ?? []).map((event) => ({
        occurred_at: event['occurred_at'],
        status_code: event['kind'] === 'delivered' ? 'DE' : 'IT',
        event_code: event['id'],
        description: event['says'],
        city_locality: event['place'],
        state_province: 'OH',
        country_code: 'US',
      }));
      return void response.end(JSON.stringify({ tracking_number: sold.tracking_no, events }));
    }
    if (method === 'POST') {
      carrier.check('shipengine label', body);
      const { external_shipment_id: reference, packages } = body['shipment'];
      const isSold = carrier.sold.some((one) => one.reference === reference);
      if (isSold) return no(response, 400, 'external_shipment_id is used already.');
      return answer(carrier, response, carrier.mood(reference, 'buy'), () => {
        const before = carrier.sold.find((one) => one.reference === reference);
        return shown(
          before ??
            sell(carrier, {
              reference,
              service: 'se-100.usps_priority_mail',
              weight: packages[0].weight.value,
            }),
        );
      });
    }
    if (method === 'PUT') {
      const sold = carrier.sold[Number(rest[0]!.slice('se-'.length)) - 1]!;
      if (sold.isVoided)
        return void response.end(
          '{"approved": false, "message": "It is void.", "reason_code": "label_already_voided"}',
        );
      return answer(carrier, response, carrier.mood(sold.reference, 'void'), () => {
        does(carrier, { voided: sold.tracking_no });
        return { approved: true, message: 'It is taken back.' };
      });
    }
    const reference = rest[1]!.split('?')[0]!;
    const sold = carrier.sold.find((one) => one.reference === reference);
    const mood = carrier.mood(reference, 'ask');
    if (!sold && mood === 'honest') return no(response, 404, 'Not found.');
    answer(carrier, response, mood, () => (sold ? shown(sold) : {}));
  };
}

/** Shipments cost nothing and may be made twice; what is bought by one is bought once. */
export function easypostOf<M, C extends Carrier<M> & { url: string; refund: string }>(
  carrier: C,
  { answer, sell }: Till<C, M>,
): Side {
  const rate = (amount: string): Json => ({
    id: 'rate_1',
    carrier: 'USPS',
    service: 'Priority',
    rate: amount,
    currency: 'USD',
    delivery_days: 3,
    delivery_date: '2026-12-03T23:59:59Z',
  });
  const shown = (id: string): Json => {
    const { reference, sold } = madeAs(carrier, id)!;
    return {
      id,
      reference,
      rates: [rate('8.15')],
      messages: [{ carrier: 'UPS', message: 'The postal code is not served.' }],
      selected_rate: sold ? rate(sold.amount) : null,
      tracking_code: sold?.tracking_no ?? null,
      postage_label: sold
        ? {
            [carrier.format === 'zpl' ? 'label_zpl_url' : 'label_url']:
              `${carrier.url}/files/${sold.tracking_no}`,
          }
        : null,
      refund_status: sold?.isVoided ? carrier.refund : null,
      tracker: sold && {
        object: 'Tracker',
        tracking_code: sold.tracking_no,
        public_url: pageOf(sold.tracking_no),
        tracking_details: (carrier.tracking.get(reference) ?? []).map((event) => ({
          datetime: event['occurred_at'],
          status: event['kind'],
          message: event['says'],
          tracking_location: { city: event['place'] },
        })),
      },
    };
  };
  const form = (taken: { reference: string; labels: string[] }): Json => ({
    id: `sf_${carrier.taken.indexOf(taken) + 1}`,
    status: 'created',
    tracking_codes: taken.labels.map(
      (label) => carrier.sold.find(({ reference }) => reference === label)!.tracking_no,
    ),
    form_url: `${carrier.url}/papers/${taken.reference}`,
  });
  return (response, method, [what, id, verb], body) => {
    if (what === 'carrier_accounts') return void response.end('[]');
    if (what?.startsWith('scan_forms')) {
      if (method === 'GET')
        return answer(carrier, response, carrier.mood('', 'ask'), () => ({
          scan_forms: isPast(what, 'start_datetime') ? carrier.taken.map(form) : [],
          has_more: false,
        }));
      carrier.check('easypost scan form', body);
      return answer(carrier, response, carrier.mood('', 'buy'), () => {
        const labels = body['shipments'].map((one: Json) => madeAs(carrier, one['id'])!.reference);
        const taken = { reference: `form-${carrier.taken.length + 1}`, labels };
        does(carrier, { taken });
        return form(taken);
      });
    }
    if (method === 'POST' && id === undefined) {
      carrier.check('easypost shipment', body);
      const { reference, parcel } = body['shipment'];
      const mood = carrier.mood(reference, 'ask');
      return answer(carrier, response, mood, () => shown(make(carrier, reference, Number(parcel.weight))));
    }
    const one = madeAs(carrier, id!);
    if (!one) return void response.writeHead(404).end('{}');
    if (verb === 'buy') {
      carrier.check('easypost buy', body);
      return answer(carrier, response, carrier.mood(one.reference, 'buy'), () => {
        const { reference, weight } = one;
        if (!madeAs(carrier, id!)!.sold)
          sell(carrier, { reference, weight, service: 'USPS.Priority', shipment: id! });
        return shown(id!);
      });
    }
    if (verb === 'refund') {
      carrier.check('easypost refund', body);
      return answer(carrier, response, carrier.mood(one.reference, 'void'), () => {
        does(carrier, { voided: one.sold!.tracking_no });
        return shown(id!);
      });
    }
    answer(carrier, response, carrier.mood(one.reference, 'ask'), () => shown(id!));
  };
}
