export type BacklogAction = 'print' | 'cancel_old';

/** Which label a job of the platform is. */
export interface LabelWords {
  print_job_id: string;
  label_kind: string;
  ref_type: string | null;
  ref_no: string | null;
  order_no: string | null;
  sku: string | null;
}

export interface WaitingLabel extends LabelWords {
  device_id: string;
  copies: number;
  queued_at: string;
}

/** Labels a printer found waiting when it came back; it prints none until a person has chosen. */
export interface HubBacklog {
  device_id: string;
  labels: number;
  old_labels: number;
  oldest_queued_at: string;
}

export interface Desk {
  labels: LabelWords[];
  waiting: WaitingLabel[];
  backlogs: HubBacklog[];
}

export const emptyDesk: Desk = { labels: [], waiting: [], backlogs: [] };

/** An older platform knows nothing of it, and what cannot be read is not shown. */
export function readDesk({ labels, waiting, backlogs }: Record<string, unknown>): Desk {
  const listed = <T extends object>(value: unknown, id: keyof T & string): T[] =>
    Array.isArray(value)
      ? value.filter((entry: Partial<T> | null): entry is T => typeof entry?.[id] === 'string')
      : [];
  return {
    labels: listed<LabelWords>(labels, 'print_job_id'),
    waiting: listed<WaitingLabel>(waiting, 'print_job_id'),
    backlogs: listed<HubBacklog>(backlogs, 'device_id'),
  };
}

/** The words of a person: what the label is, of which document, order and item. */
export function wordsOf({ label_kind, ref_type, ref_no, order_no, sku }: LabelWords): string {
  const kind = label_kind.replaceAll('_', ' ');
  const document = ref_no && ref_type ? `${ref_type.replaceAll('_', ' ')} ${ref_no}` : ref_no;
  return [kind, document, order_no && `order ${order_no}`, sku && `SKU ${sku}`].filter(Boolean).join(', ');
}
