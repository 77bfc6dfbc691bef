/**
 * EasyPost, Karrio and ShipEngine as the far carrier plays them (far-carrier.ts): Karrio's shipments cost nothing, may be made twice
 * and are bought once each; ShipEngine sells one label for an external_shipment_id and refuses the next.
 */
import type { ServerResponse } from 'node:http';
import type { VendorRequest } from './vendor-requests.ts';

type Json = Record<string, any>;

interface Sold {
  reference: string;
  tracking_no: string;
  amount: string;
  isVoided: boolean;
}

/** What of the far carrier a side needs; its moods and sales are its own. */
interface Carrier<Mood> {
  sold: Sold[];
  format: 'zpl' | 'pdf' | 'png';
  draw(tracking: string): string;
  mood(reference: string, what: 'buy' | 'ask' | 'void'): Mood;
  check(what: VendorRequest, body: Json): void;
}

/** How it answers, and what it sells. */
interface Till<C extends Carrier<M>, M> {
  answer(carrier: C, response: ServerResponse, mood: M, effect: () => Json): void;
  sell(carrier: C, reference: string, service: string, weight: number): C['sold'][number];
}

type Side = (response: ServerResponse, method: string, path: readonly string[], body: Json) => void;

const no = (response: ServerResponse, status: number, message: string): void =>
  void response.writeHead(status).end(JSON.stringify({ errors: [{ code: 'refused', message }] }));

export function karrioOf<M, C extends Carrier<M>>(carrier: C, { answer, sell }: Till<C, M>): Side {
  const made = new Map<string, { reference: string; weight: number; sold?: Sold }>();
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
    const { reference, sold } = made.get(id)!;
    return {
      id,
      object_type: 'shipment',
      reference,
      status: sold ? (sold.isVoided ? 'cancelled' : 'purchased') : 'draft',
      rates: [rate(12.4)],
      messages: [{ carrier_name: 'ups', code: '1', message: 'The postal code is not served.' }],
      carrier_name: sold ? 'canadapost' : null,
      tracking_number: sold?.tracking_no ?? null,
      selected_rate: sold ? rate(Number(sold.amount)) : null,
      label_url: sold ? `/karrio/v1/labels/${sold.tracking_no}` : null,
    };
  };
  return (response, method, [, what = '', id, verb], body) => {
    if (what === 'labels') return void response.end(carrier.draw(id!));
    if (what === 'proxy') {
      carrier.check('karrio rates', body);
      return answer(carrier, response, carrier.mood('', 'ask'), () => ({
        rates: [rate(12.4)],
        messages: [],
      }));
    }
    if (what.startsWith('shipments?')) return void response.end('{"count": 0, "results": []}');
    if (method === 'POST' && id === undefined) {
      carrier.check('karrio shipment', body);
      const mood = carrier.mood(hyphenated(body['reference']), 'ask');
      return answer(carrier, response, mood, () => {
        const shp = `shp_${made.size + 1}`;
        made.set(shp, { reference: hyphenated(body['reference']), weight: body['parcels'][0].weight });
        return shown(shp);
      });
    }
    const one = made.get(id!);
    if (!one) return no(response, 404, 'Not found.');
    if (verb === 'purchase') {
      carrier.check('karrio purchase', body);
      if (one.sold) return no(response, 409, `The shipment is already '${String(shown(id!)['status'])}'.`);
      return answer(carrier, response, carrier.mood(one.reference, 'buy'), () => {
        one.sold ??= sell(carrier, one.reference, 'post.canadapost_priority', one.weight);
        return shown(id!);
      });
    }
    if (verb === 'cancel') {
      carrier.check('karrio cancel', body);
      if (one.sold?.isVoided) return no(response, 409, 'The shipment is already cancelled.');
      return answer(carrier, response, carrier.mood(one.reference, 'void'), () => {
        one.sold!.isVoided = true;
        return shown(id!);
      });
    }
    answer(carrier, response, carrier.mood(one.reference, 'ask'), () => shown(id!));
  };
}

/** Its references have no hyphens. */
const hyphenated = (reference: unknown): string =>
  String(reference).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

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
  const shown = (sold: Sold): Json => {
    const type = carrier.format === 'zpl' ? 'application/zpl' : 'application/pdf';
    const drawn = carrier.format === 'zpl' ? carrier.draw(sold.tracking_no) : `%PDF-1.4 ${sold.tracking_no}`;
    return {
      label_id: `se-${carrier.sold.indexOf(sold) + 1}`,
      status: sold.isVoided ? 'voided' : 'completed',
      external_shipment_id: sold.reference,
      voided: sold.isVoided,
      tracking_number: sold.tracking_no,
      carrier_code: 'stamps_com',
      shipment_cost: money(Number(sold.amount)),
      insurance_cost: money(0),
      label_download: { href: `data:${type};base64,${Buffer.from(drawn).toString('base64')}` },
    };
  };
  return (response, method, [, what = '', ...rest], body) => {
    if (what === 'carriers')
      return void response.end(
        JSON.stringify({ carriers: [{ carrier_id: 'se-100', carrier_code: 'stamps_com' }] }),
      );
    if (what === 'rates') {
      carrier.check('shipengine rates', body);
      const offered = { rate_response: { rates: [rate], invalid_rates: [] } };
      return answer(carrier, response, carrier.mood('', 'ask'), () => offered);
    }
    if (method === 'POST') {
      carrier.check('shipengine label', body);
      const { external_shipment_id: reference, packages } = body['shipment'];
      const isSold = carrier.sold.some((one) => one.reference === reference);
      if (isSold) return no(response, 400, 'external_shipment_id is used already.');
      return answer(carrier, response, carrier.mood(reference, 'buy'), () => {
        const before = carrier.sold.find((one) => one.reference === reference);
        return shown(
          before ?? sell(carrier, reference, 'se-100.usps_priority_mail', packages[0].weight.value),
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
        sold.isVoided = true;
        return { approved: true, message: 'It is taken back.' };
      });
    }
    const reference = rest[1]!.split('?')[0]!;
    const sold = carrier.sold.find((one) => one.reference === reference);
    if (!sold && carrier.mood(reference, 'ask') === 'honest') return no(response, 404, 'Not found.');
    answer(carrier, response, carrier.mood(reference, 'ask'), () => shown(sold!));
  };
}

/** Shipments cost nothing and may be made twice; what is bought by one is bought once. */
export function easypostOf<M, C extends Carrier<M> & { url: string }>(
  carrier: C,
  { answer, sell }: Till<C, M>,
): Side {
  const made = new Map<string, { reference: string; weight: number; sold?: Sold }>();
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
    const { reference, sold } = made.get(id)!;
    return {
      id,
      reference,
      rates: [rate('8.15')],
      messages: [{ carrier: 'UPS', message: 'The postal code is not served.' }],
      selected_rate: sold ? rate(sold.amount) : null,
      tracking_code: sold?.tracking_no ?? null,
      postage_label: sold ? { label_zpl_url: `${carrier.url}/files/${sold.tracking_no}` } : null,
      refund_status: sold?.isVoided ? 'submitted' : null,
    };
  };
  return (response, method, [what, id, verb], body) => {
    if (what === 'carrier_accounts') return void response.end('[]');
    if (method === 'POST' && id === undefined) {
      carrier.check('easypost shipment', body);
      const { reference, parcel } = body['shipment'];
      const mood = carrier.mood(reference, 'ask');
      return answer(carrier, response, mood, () => {
        const shp = `shp_${made.size + 1}`;
        made.set(shp, { reference, weight: Number(parcel.weight) });
        return shown(shp);
      });
    }
    const one = made.get(id!);
    if (!one) return void response.writeHead(404).end('{}');
    if (verb === 'buy') {
      carrier.check('easypost buy', body);
      return answer(carrier, response, carrier.mood(one.reference, 'buy'), () => {
        one.sold ??= sell(carrier, one.reference, 'USPS.Priority', one.weight);
        return shown(id!);
      });
    }
    if (verb === 'refund') {
      carrier.check('easypost refund', body);
      return answer(carrier, response, carrier.mood(one.reference, 'void'), () => {
        one.sold!.isVoided = true;
        return shown(id!);
      });
    }
    answer(carrier, response, carrier.mood(one.reference, 'ask'), () => shown(id!));
  };
}
