/** Where an organization has gone, as everybody who asks for one of its credentials is told (db/cells/places.write.ts). */
import { sql } from '../sql-text.ts';

/** The cell it has been moved to; null while it is here. Of `organizations o`. */
export const movedTo = sql`case when o.state = 'moved' then o.cell end as moved_to`;

/** Whether it has stopped here and not begun there: then not even reads are answered. Of `organizations o`. */
export const isLeaving = sql`(o.state = 'moving' and o.cell is not null) as is_leaving`;
