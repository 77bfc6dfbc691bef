/** Which entries of the ledger are picks. */
import { keepingTypes } from '../../domain/inventory/location-types.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** Whether entry `e` took goods from where they were kept: what ships in one step leaves from its shelf. */
export const isPicked = sql`(e.qty_delta < 0 and (e.transaction_type = 'pick' or (e.transaction_type = 'ship' and exists (
  select 1 from locations l where l.organization_id = e.organization_id and l.id = e.location_id
     and ${isOneOf('l.type', keepingTypes)}))))`;
