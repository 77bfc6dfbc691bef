/** Which entries of the ledger are picks. */
import { keepingTypes } from '../../domain/inventory/location-types.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** Whether entry `e` took goods from where they were kept, in a pick. */
export const isPick = sql`(e.transaction_type = 'pick' and e.qty_delta < 0)`;

/** The same of what shipped in one step: it left from its shelf. */
export const isShippedFromShelf = sql`(e.transaction_type = 'ship' and e.qty_delta < 0 and exists (
  select 1 from locations l where l.organization_id = e.organization_id and l.id = e.location_id
     and ${isOneOf('l.type', keepingTypes)}))`;
