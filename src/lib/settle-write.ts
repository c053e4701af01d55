/** The outcome of one conditional write. `doubtful`: it conflicted, and it or an earlier try may have been carried out. */
type Sent = {readonly version: string} | {readonly doubtful: boolean};

/** The present object, and whether this write created it; undefined if there is none. */
type Found = {readonly version: string; readonly isOurs: boolean} | undefined;

type Writing = {
  /** True if the condition of the write is that the object does not exist. */
  readonly creates: boolean;
  readonly send: () => Promise<Sent>;
  readonly find: () => Promise<Found>;
};

/** The maximum number of attempts, for a client that always finds the object deleted just after a conflict. */
const MOST = 10;

/**
 * Sends a conditional write and resolves a conflict after a lost response, which may be a conflict with the write itself. Sends a creation
 * again if it conflicted with an object that was deleted since.
 */
export async function settleWrite({creates, send, find}: Writing): Promise<{readonly version: string} | 'conflict'> {
  let doubtful = false;
  for (let count = 1; ; count++) {
    const sent = await send();
    if ('version' in sent) return sent;
    doubtful ||= sent.doubtful;
    if (!doubtful) return 'conflict';
    const found = await find();
    if (found !== undefined) return found.isOurs ? {version: found.version} : 'conflict';
    if (!creates || count === MOST) return 'conflict';
  }
}
