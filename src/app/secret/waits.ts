import {type Via, wayBack} from '../workspace/via.ts';

/** Who waits for whom in a run. */
export type Waits = {
  /**
   * The last of these is waited for by all the others.
   * @throws GantryError 'input/usage' where it waits for one of them: neither would ever have it.
   */
  readonly begin: (via: Via) => void;
  readonly end: (what: string) => void;
};

/**
 * A ring that no single chain shows: of two stores that are opened at the same time, each may wait for what the other one is
 * about to give.
 */
export function newWaits(): Waits {
  const waiting = new Map<string, Set<string>>();
  const wayFrom = (what: string, to: string, seen: ReadonlySet<string> = new Set()): readonly string[] | undefined => {
    if (what === to) return [what];
    if (seen.has(what)) return undefined;
    for (const next of waiting.get(what) ?? []) {
      const way = wayFrom(next, to, new Set([...seen, what]));
      if (way !== undefined) return [what, ...way];
    }
    return undefined;
  };
  return {
    begin: (via) => {
      const [asking, what] = [via.at(-2), via.at(-1)];
      if (asking === undefined || what === undefined) return;
      const way = wayFrom(what, asking);
      if (way !== undefined) throw wayBack([asking, ...way]);
      for (const [i, link] of via.slice(0, -1).entries()) {
        const next = via[i + 1];
        if (next !== undefined) waiting.set(link, (waiting.get(link) ?? new Set()).add(next));
      }
    },
    end: (what) => void waiting.delete(what),
  };
}
