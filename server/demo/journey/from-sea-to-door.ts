/** One container's goods from the port to the customer's door, and what everybody pays for it. */
import { createClient } from '../../../client/src/client.ts';
import { inTheBooks } from './books.ts';
import { goodsOf, putOnShelf, yardOf } from './catalogue.ts';
import { overTheRoad, pickedAndPacked } from './customer.ts';
import { atTheDock, payTheVendor } from './dock.ts';
import type { Journey } from './journey.ts';
import { overTheSea } from './sea.ts';
import { fromTheStorefront } from './storefront.ts';
import { outOfTheGate, throughTheGate } from './yard.ts';

const unitsOrdered = 240;
const unitsSold = 24;

/** Runs it against a running server as the demo's 3PL. Throws with a sentence at the first thing that is wrong. */
export async function fromSeaToDoor(
  where: Omit<Journey, 'api'> & { fetch?: (request: Request) => Promise<Response> },
): Promise<void> {
  const { baseUrl, demo } = where;
  const api = createClient({
    baseUrl,
    organizationId: demo.organization_id,
    accessToken: demo.access_token,
    ...(where.fetch ? { fetch: where.fetch } : {}),
  });
  const journey: Journey = { ...where, api };
  const [imported, local] = await goodsOf(journey);
  const yard = await yardOf(journey);
  await putOnShelf(journey, local, unitsOrdered);
  const trip = await overTheSea(journey, imported, unitsOrdered);
  const arrival = await throughTheGate(journey, trip, yard);
  await atTheDock(journey, arrival.receiptId, unitsOrdered);
  await outOfTheGate(journey, trip, arrival);
  await payTheVendor(journey, trip, imported, unitsOrdered);
  const shipments = await pickedAndPacked(journey, [imported, local], unitsSold);
  const transportId = await overTheRoad(journey, shipments, yard.outboundDoor);
  await fromTheStorefront(journey, imported);
  await inTheBooks(journey, transportId);
}
