/** The channel's own number of an order. */

/** Treats an empty number as none: forms send it that way, and a channel may have many orders without a number. */
export function withNumber<F extends { channel_order_no?: string | null | undefined }>(fields: F): F {
  return fields.channel_order_no === '' ? { ...fields, channel_order_no: null } : fields;
}
