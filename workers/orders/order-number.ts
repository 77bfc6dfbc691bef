/** What a channel calls an order. */

/** The fields with an empty number as none: a form sends it so, and a channel may have many orders without a number. */
export function withNumber<F extends { channel_order_no?: string | null | undefined }>(fields: F): F {
  return fields.channel_order_no === '' ? { ...fields, channel_order_no: null } : fields;
}
