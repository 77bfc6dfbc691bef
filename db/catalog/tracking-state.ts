/** How far the carrier says that parcel is whose number a shipment shows. */
import { sql, type SqlText } from '../sql-text.ts';

/** Of the shipment `s`; null before the carrier said anything. */
export const trackingState: SqlText = sql`(
  select p.tracking_state from label_purchases p
   where p.organization_id = s.organization_id and p.shipment_id = s.id and p.tracking_no = s.tracking_no
   order by p.created_at desc, p.id desc limit 1)`;
