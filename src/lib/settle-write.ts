/** The outcome of one conditional write. `doubtful`: it conflicted, and it or an earlier try may have been carried out. */
type Sent = {readonly version: string} | {readonly doubtful: boolean};

/** What is there now, and whether this write made it; undefined: nothing. */
type Found = {readonly version: string; readonly isOurs: boolean} | undefined;

type Writing = {
  /** The condition of the write: nothing is there. */
  readonly creates: boolean;
  readonly send: () => Promise<Sent>;
  readonly find: () => Promise<Found>;
};

/** For a client that always finds the object gone just after it conflicted with it. */
const MOST = 10;

/**
 * Sends a conditional write, and settles a conflict after an answer that was lost: it may be a conflict with the write itself. A creation
 * that conflicted although nothing is there now is sent again: what it conflicted with, perhaps its own first try, was deleted since.
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
