/** Why an edge is there: the name of the rule that found it, and words that go on after the id (`uses Secret shop/db`). */
export type EdgeReason = {readonly rule: string; readonly because: string};

/** id → what it must come after → why. */
export type Edges = ReadonlyMap<string, ReadonlyMap<string, EdgeReason>>;

/** An edge that does not count, because it would close a loop with stronger ones. */
export type DroppedEdge = {readonly id: string; readonly needs: string; readonly reason: EdgeReason};
