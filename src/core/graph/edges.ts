/** The reason for an edge: the name of its rule, and a text that continues after the id (`uses Secret shop/db`). */
export type EdgeReason = {readonly rule: string; readonly because: string};

/** Maps an id to the ids that it must come after, each with the reason. */
export type Edges = ReadonlyMap<string, ReadonlyMap<string, EdgeReason>>;

/** An edge that was dropped because it would close a cycle with stronger edges. */
export type DroppedEdge = {readonly id: string; readonly needs: string; readonly reason: EdgeReason};
