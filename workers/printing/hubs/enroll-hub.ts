/**
 * Enrolls a hub by its public key. Idempotent: the same key returns the same hub and updates its details. A revoked hub
 * comes back only with an enrollment key created after the revocation, so an old key cannot undo it.
 */
import {
  assertHubRoom,
  countEnrollment,
  lockHubByKey,
  lockLiveKey,
  moveDevices,
  onlyWarehouse,
  takeTurnToEnroll,
  upsertHub,
} from '../../../db/printing/hubs.write.ts';
import { assertReference } from '../../../db/records.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { hubCommands } from '../../../queues/printing/hubs.ts';
import { printJobCommands } from '../../../queues/printing/print-jobs.ts';
import type { Handler } from '../../engine/handler.ts';

export const enrollHub: Handler<typeof hubCommands.enrollHub> = async ({ tx, emit, enqueue }, input) => {
  const key = await lockLiveKey(tx, input.enrollment_key_id);
  if (!key) throw new Refusal('ENROLLMENT_KEY_INVALID', 'The enrollment key is unknown, expired or revoked.');
  await takeTurnToEnroll(tx);
  const before = await lockHubByKey(tx, input.public_key);
  if (before?.revoked_at && before.revoked_at > key.created_at) {
    throw new Refusal('HUB_REVOKED', 'This hub is revoked; a new enrollment key is needed to bring it back.');
  }
  if (!before || before.revoked_at) await assertHubRoom(tx);
  // The specification does not say: a hub that names no warehouse gets that of its enrollment key, or else the
  // organization's only one.
  const warehouseId = input.warehouse_id ?? key.warehouse_id ?? (await onlyWarehouse(tx));
  if (warehouseId) await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  const { id, is_new: isNew } = await upsertHub(tx, { ...input, warehouse_id: warehouseId });
  const areSomeMoved = !isNew && (await moveDevices(tx, id, warehouseId));
  if (areSomeMoved) enqueue(printJobCommands.dispatchWaiting, {});
  await countEnrollment(tx, key.id);
  emit({ type: 'hub.enrolled', subject_type: 'hub', subject_id: id, data: { enrollment_key_id: key.id } });
  return { hub_id: id, is_new: isNew };
};
