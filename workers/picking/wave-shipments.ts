/** Adds chosen shipments to an open wave. */
import { enterOtherWavesOf, ofAnotherKey } from '../../db/picking/wave-shipments.write.ts';
import type { Shipment } from '../../db/shipping/shipments.write.ts';
import { addToWave, takeFromWave, type Wave } from '../../db/picking/waves.write.ts';
import { assertAllFound, invalid, Refusal } from '../../domain/refusal.ts';
import { unpickedStates } from '../../domain/shipping/shipment-states.ts';
import type { Work } from '../engine/handler.ts';

/**
 * Adds locked shipments to a locked open wave. Refuses 400 UNKNOWN_REFERENCE, 400 for another warehouse or ship mode,
 * 409 SHIPMENT_NOT_OPEN once picked, 409 SHIPMENT_IN_WAVE when a released wave has it; an open wave gives it up.
 */
export async function joinWave(
  { tx, organizationId }: Work,
  wave: Wave,
  wanted: readonly string[],
  shipments: readonly Pick<Shipment, 'id' | 'merchant_id' | 'status'>[],
): Promise<void> {
  const ids = shipments.map(({ id }) => id);
  assertAllFound('shipment_ids', wanted, ids, 'shipment');
  await assertSameKey({ tx, organizationId }, wave, ids);
  const gone = shipments.filter(({ status }) => !unpickedStates.includes(status));
  if (gone.length > 0) {
    throw new Refusal('SHIPMENT_NOT_OPEN', 'Only shipments that are not picked yet can be in a wave.', {
      shipments: gone.map(({ id, status }) => ({ shipment_id: id, status })),
    });
  }
  const taken = await enterOtherWavesOf(tx, ids, wave.id);
  const released = taken.filter(({ status }) => status !== 'open');
  if (released.length > 0) {
    throw new Refusal('SHIPMENT_IN_WAVE', 'A released wave has these shipments.', {
      shipments: released.map(({ shipment_id, wave_id }) => ({ shipment_id, wave_id })),
    });
  }
  for (const { shipment_id: id, wave_id: other } of taken) {
    await takeFromWave(tx, other, [id]);
  }
  await addToWave(tx, wave.id, shipments);
}

async function assertSameKey(
  { tx }: Pick<Work, 'tx' | 'organizationId'>,
  wave: Wave,
  ids: readonly string[],
): Promise<void> {
  const mismatched = await ofAnotherKey(tx, ids, wave);
  if (mismatched.length === 0) return;
  throw invalid(
    'shipment_ids',
    'other_wave_key',
    `${mismatched.join(', ')} leave from another warehouse or by another ship mode`,
  );
}
