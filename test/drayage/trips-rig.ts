/** Containers on their way, as the tests of drayage order, report and complete them. */
import type { Client } from '../helpers/client.ts';

export const path = '/v1/drayage/orders';
export const patient = { headers: { prefer: 'wait=30' } };

/** Takes a function, since a test has its client only once its platform stands. */
export function tripsOf(client: () => Client) {
  return {
    act: (id: string, verb: string, body: object = {}) =>
      client().post(`${path}/${id}/${verb}`, body, patient),
    happened: (no: string, code: string, occurred_at: string, more: object = {}) =>
      client().post(`/v1/drayage/containers/${no}/events`, { code, occurred_at, ...more }),
    /** Orders a container's trip and returns the order's id. */
    drayage: async (container_no: string, more: object = {}): Promise<string> => {
      const made = await client().post(path, {
        container_no,
        pickup: 'Pier 400, Los Angeles',
        delivery: { name: 'Main', city: 'New York' },
        ...more,
      });
      if (made.status !== 201) throw new Error(made.text);
      return made.body.id;
    },
  };
}
