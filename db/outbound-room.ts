/** What may be begun towards other people's servers: in all, and of one organization with what it has under way. */
export interface OutboundRoom {
  readonly free: number;
  readonly ofOneMax: number;
  readonly underWay: ReadonlyMap<string, number>;
}
