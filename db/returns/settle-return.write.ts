/** A return whose counting is done, and all of whose units have been disposed of, is disposed. */
import { decimal } from '../../domain/decimal.ts';
import { returnStates, type ReturnStatus } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { disposalOf } from './inspections.write.ts';
import { setReturnStatus, type LockedReturn } from './returns.write.ts';

/** Settles a locked return if nothing of it is left. Returns its state. */
export async function settleReturn(
  { tx }: StockPosting,
  { id, status }: Pick<LockedReturn, 'id' | 'status'>,
): Promise<ReturnStatus> {
  if (status !== 'inspecting') return status;
  const { received, disposed } = await disposalOf(tx, id);
  if (!decimal(received).eq(decimal(disposed))) return status;
  const settled = nextState(returnStates, status, 'settle');
  await setReturnStatus(tx, id, settled);
  return settled;
}
