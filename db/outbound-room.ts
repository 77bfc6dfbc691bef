/**
 * Room for requests to other people's servers: free slots, the most for one organization, and what each has under way.
 */
export interface OutboundRoom {
  readonly free: number;
  readonly ofOneMax: number;
  readonly underWay: ReadonlyMap<string, number>;
}
