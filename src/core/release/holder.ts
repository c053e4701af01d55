/** Who ran it and from where. */
export type Holder = {
  readonly user: string;
  readonly host: string;
  readonly bootId: string;
  /** A pid means something only within its namespace; absent where it is not known. */
  readonly pidNamespace?: string;
  readonly pid: number;
  /** Start time of that process (clock ticks since boot, or an ISO time), to tell a reused pid. */
  readonly processStart: string;
  readonly command: string;
  /** The page of the CI run. */
  readonly run?: string;
  /** As whom the cluster knows that user, by its own word; absent where it does not say. */
  readonly account?: string;
};
