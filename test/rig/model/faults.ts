import {readFileSync} from 'node:fs';
import type {LoadHookContext, LoadHookSync} from 'node:module';

/** A protocol without one of its rules: the line of the source that holds it, what stands there instead, and where that must show. */
export type Fault = {
  /** `a protocol …`. */
  readonly name: string;
  /** Below src/. */
  readonly file: string;
  readonly line: string;
  readonly instead: string;
  readonly scenario: string;
  /** What the search says then. */
  readonly caught: RegExp;
};

const STOPPED = 'a run is stopped past its lease and goes on';

export const FAULTS: readonly Fault[] = [
  {
    name: 'that writes the head without looking again whether the lock is still its own',
    file: 'engine/release/fence.ts',
    line: "if (lock?.state !== 'held' || lock.token !== lease.token) return 'lost';",
    instead: '',
    scenario: STOPPED,
    caught: /believe to have the lock|lost its lock|takes over/,
  },
  {
    name: 'that looks at the lock first, and reads the head after that',
    file: 'engine/release/fence.ts',
    line: 'const stored = await readHead(backend, lineage);\n    refuseMoved(request, stored?.head);\n    const lock = (await readLock(backend, lineage))?.lock;',
    instead:
      'const lock = (await readLock(backend, lineage))?.lock;\n    const stored = await readHead(backend, lineage);\n    refuseMoved(request, stored?.head);',
    scenario: STOPPED,
    caught: /believe to have the lock|takes over/,
  },
  {
    name: 'that takes a held lock without watching it for a lease',
    file: 'engine/release/watch-lock.ts',
    line: 'quietMs >= lock.durationMs',
    instead: 'quietMs >= 0',
    scenario: 'two first applies race',
    caught: /believe to have the lock|lost its lock|takes over/,
  },
  {
    name: 'that takes over a little before the lease is over',
    file: 'engine/release/watch-lock.ts',
    line: 'quietMs >= lock.durationMs',
    instead: 'quietMs >= lock.durationMs / 2',
    scenario: STOPPED,
    caught: /believe to have the lock|takes over/,
  },
  {
    name: 'that counts its lease from the answer, not from the request',
    file: 'engine/release/renewals.ts',
    line: "return {kind: 'renewed', written: {held, version: outcome.version, sent}};",
    instead: "return {kind: 'renewed', written: {held, version: outcome.version, sent: momentOf(clock)}};",
    scenario: 'a long run is stopped while its renewal is under way',
    caught: /believe to have the lock|takes over/,
  },
  {
    name: 'that begins a request with less of its lease left than the request may take',
    file: 'engine/release/held-lock.ts',
    line: 'await lease.untilHeld(requestTimeoutMs, signal);\n    signal.throwIfAborted();\n    lease.assertHeld(requestTimeoutMs);',
    instead: 'lease.lost.throwIfAborted();',
    scenario: STOPPED,
    caught: /believe to have the lock|takes over/,
  },
  {
    name: 'whose renewals are all the same bytes, where a version is a digest',
    file: 'engine/release/renewals.ts',
    line: 'renewal: written.held.renewal + 1, renewedAt: clock.now().toISOString()',
    instead: 'renewal: written.held.renewal',
    scenario: 'a long run renews its lease while another one waits',
    caught: /believe to have the lock|lost its lock|takes over/,
  },
  {
    name: 'that does not count holders',
    file: 'engine/release/fence.ts',
    line: 'epoch: (head?.epoch ?? 0) + 1,',
    instead: 'epoch: head?.epoch ?? 1,',
    scenario: 'three runs race',
    caught: /wrote epoch/,
  },
  {
    name: 'that writes whatever version is there',
    file: 'engine/release/settled-put.ts',
    line: 'const outcome = await backend.put(key, value, expected);',
    instead: 'const outcome = await backend.put(key, value, (await backend.get(key))?.version);',
    scenario: 'three runs race',
    caught: /wrote epoch|believe to have the lock|stale|takes over/,
  },
  {
    name: 'that takes a lost answer for a refusal',
    file: 'engine/release/settled-put.ts',
    line: 'if (stored !== undefined && equal(stored.value, value)) return {version: stored.version};',
    instead: '',
    scenario: 'one request or answer is lost or late',
    caught: /because of itself|is recorded, and was told|lost its lock|met a bug/,
  },
  {
    name: 'that does not ask again after a lost request',
    file: 'engine/release/settled-put.ts',
    line: "if (stored?.version !== expected || attempt === ATTEMPTS) return 'conflict';",
    instead: "return 'conflict';",
    scenario: 'one request or answer is lost or late',
    caught: /lost its lock|met a bug/,
  },
  {
    name: 'that applies a plan though another run has released since',
    file: 'engine/release/fence.ts',
    line: 'if (found === undefined || sameBase(history.head, found)) return;',
    instead: 'return;',
    scenario: 'a run is killed, and the other one sees it',
    caught: /stale/,
  },
  {
    name: 'that takes a broken lock before the break is on record',
    file: 'engine/release/take-lock.ts',
    line: 'await recordBreak(backend, lineage, found.lock.broken);',
    instead: '{}',
    scenario: 'who breaks a lock is killed',
    caught: /who broke the lock/,
  },
  {
    name: 'that records under the head of whoever came after',
    file: 'engine/release/held-lock.ts',
    line: 'encodeHead(next), current.version);',
    instead: 'encodeHead(next), (await backend.get(headKey(lineage)))?.version);',
    scenario: STOPPED,
    caught: /wrote epoch|stale/,
  },
];

export const faultNamed = (name: string): Fault => {
  const found = FAULTS.find((fault) => fault.name === name);
  if (found === undefined) throw new Error(`no fault ${name}`);
  return found;
};

/** Loads the one file with the fault in it. */
export function spoil({file, line, instead}: Fault): LoadHookSync {
  const spoilt = new URL(`../../../src/${file}`, import.meta.url).href;
  return (url, context: LoadHookContext, next) => {
    const loaded = next(url, context);
    if (url !== spoilt) return loaded;
    const source = readFileSync(new URL(url), 'utf8');
    const parts = source.split(line);
    // A rule that is no longer where the table says is not tested any more.
    if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${line}`);
    return {...loaded, source: parts.join(instead)};
  };
}
