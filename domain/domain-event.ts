/** One fact is one event; its subject decides whose sequence it takes. */
export interface DomainEvent {
  type: string;
  subject_type: string;
  subject_id: string;
  data: Record<string, unknown>;
}
