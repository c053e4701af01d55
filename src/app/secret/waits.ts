import {type Via, wayBack} from '../workspace/via.ts';

/** The dependencies between the stores that a run is opening. */
export type Waits = {
  /**
   * Records that all of these wait for the last one.
   * @throws GantryError 'input/usage' if the last one waits for one of them: neither would ever be opened.
   */
  readonly begin: (via: Via) => void;
  readonly end: (what: string) => void;
};

/** Detects cycles across several chains: two stores that are opened at the same time may each wait for the other. */
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
