/** Random sequences against small models of what has no table of actions: containers, yard visits, flows. */
import fc from 'fast-check';
import type { Platform } from '../helpers/join-platform.ts';
import { gate, newYard, ok } from '../yard/yard-rig.ts';
import type { SequenceSettings } from './machine-sequences.ts';

type Play = (platform: Platform, settings: SequenceSettings) => Promise<void>;

const runs = ({ sequences, seed }: SequenceSettings) => ({
  numRuns: sequences,
  ...(seed === undefined ? {} : { seed }),
});

function expectSame(what: string, seen: unknown, expected: unknown, trail: readonly string[]): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what} is ${left} instead of ${right} after ${trail.join(', ')}`);
}

const life = ['vessel_discharged', 'available', 'full_out', 'delivered', 'unloaded', 'empty_out', 'empty_in'];
const firstDay = Date.UTC(2026, 2, 1, 15);
let trips = 0;

/** A container's events determine its state and its clocks, in whatever order they become known, and however often. */
export const containers: Play = ({ client }, settings) =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: life.length }),
      fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
      async (known, keys) => {
        const happened = life.slice(0, known).map((code, index) => ({
          code,
          occurred_at: new Date(firstDay + index * 2 * 86_400_000).toISOString(),
          source: 'tracker',
          external_id: code,
        }));
        const shuffled = happened
          .map((event, index) => ({ event, key: keys[index]! }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ event }) => event);
        const told = async (events: readonly object[]): Promise<unknown> => {
          const no = `SEQU${String((trips += 1)).padStart(7, '0')}`;
          const { id } = await ok(
            client.post('/v1/drayage/orders', { container_no: no, pickup: 'A', delivery: 'B' }),
          );
          for (const event of events) await ok(client.post(`/v1/drayage/containers/${no}/events`, event));
          const { container_state, clocks, last_free_day } = await ok(client.get(`/v1/drayage/orders/${id}`));
          return {
            container_state,
            last_free_day,
            clocks: clocks
              .map(({ kind, last_free_on, stops_on }: any) => [kind, last_free_on, stops_on])
              .toSorted(),
          };
        };
        const inOrder = await told(happened);
        const trail = shuffled.map(({ code }) => code);
        expectSame('the container', await told([...shuffled, ...shuffled.slice(0, 2)]), inOrder, trail);
      },
    ),
    runs(settings),
  );

const plates = ['SEQ ONE', 'SEQ TWO'];
const spots = [undefined, 'P1', 'P2'];

/** A trailer is in the yard once, on one spot; a spot holds one trailer; the map shows exactly that. */
export const visits: Play = async ({ client }, settings) => {
  const yard = await newYard(client, { doors: 0, spots: 2 });
  const step = fc.record({ plate: fc.nat(1), spot: fc.nat(2), isIn: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const inside = new Map<string, string | undefined>();
      const trail: string[] = [];
      for (const { plate: which, spot: place, isIn } of steps) {
        const [plate, spot] = [plates[which]!, spots[place]];
        const isTaken = spot !== undefined && [...inside.values()].includes(spot);
        const isPossible = isIn ? !inside.has(plate) && !isTaken : inside.has(plate);
        const more = isIn && spot !== undefined ? { spot } : {};
        const { status } = await gate(client, yard, isIn ? 'in' : 'out', plate, more);
        trail.push(`${plate} ${isIn ? `in ${spot ?? ''}` : 'out'} -> ${status}`);
        expectSame('the answer', status, isPossible ? 201 : 409, trail);
        if (isPossible && isIn) inside.set(plate, spot);
        else if (isPossible) inside.delete(plate);
        const map = await ok(client.get(`/v1/yms/yard-map?warehouse_id=${yard.warehouseId}`));
        const held = map.spots.map(({ state }: { state: string }) => state === 'occupied');
        expectSame(
          'the map',
          held,
          ['P1', 'P2'].map((code) => [...inside.values()].includes(code)),
          trail,
        );
      }
      for (const plate of inside.keys()) await ok(gate(client, yard, 'out', plate));
    }),
    runs(settings),
  );
};

const flowSteps = [{ action: 'map_order' }, { action: 'create_order' }];

/** A connector has one published flow at a time, each publishing is a version, and an archived flow does nothing. */
export const flows: Play = async ({ client }, settings) => {
  // One that another play left published would be the one that its connector has.
  for (const { id, status } of await ok(client.get('/api/integration/flows?page_size=200')))
    if (status === 'published') await ok(client.post(`/api/integration/flows/${id}/archive`));
  const step = fc.record({ flow: fc.nat(1), action: fc.constantFrom('publish', 'archive', 'edit') });
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const make = async (name: string) =>
        ok(
          client.post('/api/integration/flows', {
            name,
            trigger: { type: 'webhook', connector: 'storefront' },
            steps: flowSteps,
          }),
        );
      const made = [await make('One'), await make('Two')];
      const model = made.map(() => ({ status: 'draft', version: 0 }));
      const trail: string[] = [];
      for (const { flow: which, action } of steps) {
        const at = `/api/integration/flows/${made[which].id}`;
        const [own, other] = [model[which]!, model[1 - which]!];
        const answer = await (action === 'edit'
          ? client.patch(at, { name: `Named ${trail.length}` })
          : client.post(`${at}/${action}`));
        trail.push(`${which} ${action} -> ${answer.status}`);
        const rests = own.status === 'archived' && action !== 'archive';
        const isTaken = action === 'publish' && other.status === 'published';
        const isPossible = !rests && !isTaken;
        expectSame('the answer', answer.status, isPossible ? 200 : rests ? 400 : 409, trail);
        if (isPossible && action === 'archive') own.status = 'archived';
        if (isPossible && action === 'publish')
          Object.assign(own, { status: 'published', version: own.version + 1 });
        const { status, version } = await ok(client.get(at));
        expectSame('the flow', { status, version: version ?? 0 }, own, trail);
      }
      for (const { id } of made) await ok(client.post(`/api/integration/flows/${id}/archive`));
    }),
    runs(settings),
  );
};
