import {decodeHead, type Head} from '../../../src/core/release/head.ts';
import {headKey, lockKey, unlockKey} from '../../../src/core/release/keys.ts';
import {decodeLock} from '../../../src/core/release/lock.ts';
import {type Cast, LINEAGE} from './actors.ts';
import type {Scenario} from './scenario.ts';
import type {Landing, World} from './world.ts';

/** What a law says is wrong; undefined: nothing. */
type Verdict = string | undefined;

export type Laws = {readonly afterStep: () => Verdict; readonly atEnd: (actors: readonly string[]) => Verdict};

/** Holds a path against the promises of the protocol: after each step, and when everybody has come to an end. */
export function laws(world: World, cast: Cast, scenario: Scenario): Laws {
  let seen = world.landings.length;
  const past = world.store.get(headKey(LINEAGE));
  const heads = past === undefined ? [] : [decodeHead(LINEAGE, past.value)];
  const stored = new Set<string>();
  let forced = false;

  const land = ({actor, key, value, done}: Landing): Verdict => {
    if (!done) return undefined;
    if (key === lockKey(LINEAGE)) {
      const lock = decodeLock(key, value);
      forced ||= lock.state === 'free' && lock.broken !== undefined;
    }
    if (key === headKey(LINEAGE)) {
      const head = decodeHead(LINEAGE, value);
      const before = heads.at(-1);
      heads.push(head);
      return judgeHead(head, before, actor) ?? judgeBase(head, before, cast, actor) ?? judgeWrites(head, before);
    }
    if (!key.startsWith('releases/')) return undefined;
    if (stored.has(key)) return `${key} was written twice`;
    stored.add(key);
    return undefined;
  };

  /** Whoever takes over finds no request of the one before under way. Of a broken lock, or a dead process, nobody can promise that. */
  const judgeWrites = (head: Head, before: Head | undefined): Verdict => {
    if (forced || scenario.provable || head.token === before?.token) return undefined;
    const late = cast.writes.find(({actor, until}) => !head.token.startsWith(actor) && until > world.time);
    return late === undefined
      ? undefined
      : `${late.actor} may still write to the cluster when ${head.token} takes over`;
  };

  const judgeHolders = (): Verdict => {
    if (forced) return undefined;
    const epochs = believers(world, cast);
    const epoch = heads.at(-1)?.epoch;
    const wrong = epochs.length > 1 || epochs.some((own) => own !== epoch);
    return wrong
      ? `the holders of epochs ${epochs.join(', ')} believe to have the lock; the head is of ${epoch}`
      : undefined;
  };

  return {
    afterStep: () => {
      for (const landing of world.landings.slice(seen)) {
        const wrong = land(landing);
        if (wrong !== undefined) return wrong;
      }
      seen = world.landings.length;
      return judgeHolders();
    },
    atEnd: (actors) =>
      judgeEnds({world, cast, scenario, actors}) ?? judgeRecords(heads, {world, cast}) ?? judgeBreaks(world),
  };
}

function judgeHead(head: Head, before: Head | undefined, actor: string): Verdict {
  if (!head.token.startsWith(`${actor}-`)) return `${actor} wrote the head in the name of ${head.token}`;
  if (before === undefined) return undefined;
  const due = head.token === before.token ? before.epoch : before.epoch + 1;
  if (head.epoch !== due) return `${head.token} wrote epoch ${head.epoch} over ${before.epoch} of ${before.token}`;
  return head.revision < before.revision ? `revision ${head.revision} was written over ${before.revision}` : undefined;
}

/** A run that records saw, when it planned, what the head names until now. */
function judgeBase(head: Head, before: Head | undefined, {plans}: Cast, actor: string): Verdict {
  if (head.revision === (before?.revision ?? 0)) return undefined;
  const planned = plans.get(actor)?.head?.release?.sha256;
  return planned === before?.release?.sha256 ? undefined : `${actor} recorded a plan that was stale`;
}

function believers(world: World, {locks}: Cast): readonly number[] {
  return [...locks].flatMap(([actor, lock]) => {
    if (world.killed.has(actor) || world.stopped.has(actor)) return [];
    try {
      lock.assertHeld();
      return [lock.epoch];
    } catch {
      return [];
    }
  });
}

type Ended = {
  readonly world: World;
  readonly cast: Cast;
  readonly scenario: Scenario;
  readonly actors: readonly string[];
};

function judgeEnds({world, cast, scenario, actors}: Ended): Verdict {
  const {budget, unlocks} = scenario;
  const calm = budget.stops + budget.delays + unlocks === 0;
  for (const actor of actors.filter((one) => !world.killed.has(one))) {
    const end = cast.ends.get(actor);
    if (end === undefined) return `${actor} never ends`;
    if (end.kind === 'bug') return `${actor} met a bug: ${String(end.error)}`;
    if (end.kind !== 'failed') continue;
    const {failure} = end;
    if (failure.code === 'release/locked' && failure.user === actor) return `${actor} was refused because of itself`;
    if (failure.code === 'release/lease-lost' && calm) return `${actor} lost its lock for no reason`;
    if (!ENDS.has(failure.code)) return `${actor} ended with ${failure.code}`;
    if (failure.code === 'backend/io' && budget.faults === 0) return `${actor} could not reach the backend`;
  }
  const undisturbed = calm && budget.faults + budget.kills === 0;
  const won = [...cast.ends.values()].some(({kind}) => kind === 'done');
  return undisturbed && !won ? 'nobody won' : undefined;
}

const ENDS: ReadonlySet<string> = new Set(['release/locked', 'release/lease-lost', 'plan/stale', 'backend/io']);

/** Who was told that it is done is in the head; who is in the head was told so; and what the head names is there. */
function judgeRecords(heads: readonly Head[], {world, cast}: Pick<Ended, 'world' | 'cast'>): Verdict {
  const last = heads.at(-1);
  for (const [actor, end] of cast.ends) {
    const own = heads.filter(({token, release}) => token.startsWith(actor) && release !== undefined);
    const recorded = own.find(
      ({pending, release}) => pending === undefined && release?.key.includes(`-${own[0]?.epoch}.`),
    );
    if (end.kind === 'done' && recorded?.revision !== end.revision) return `${actor} is done, and in no head`;
    if (end.kind === 'failed' && recorded !== undefined)
      return `${actor} is recorded, and was told ${end.failure.code}`;
    if (end.kind === 'done' && (last?.revision ?? 0) < end.revision) return `the record of ${actor} was lost`;
  }
  const named = [last?.release, last?.pending].flatMap((pointer) => (pointer === undefined ? [] : [pointer.key]));
  const missing = named.find((key) => world.store.get(key) === undefined);
  return missing === undefined ? undefined : `the head names ${missing}, which is not there`;
}

/** A lock that was broken is on record, or still says so itself. */
function judgeBreaks({store, landings}: World): Verdict {
  const key = lockKey(LINEAGE);
  const now = store.get(key);
  for (const {value} of landings.filter((landing) => landing.key === key && landing.done)) {
    const lock = decodeLock(key, value);
    if (lock.state !== 'free' || lock.broken === undefined) continue;
    const told = now !== undefined && Buffer.compare(now.value, value) === 0;
    const kept = store.get(unlockKey(LINEAGE, lock.token)) !== undefined;
    if (!told && !kept) return `nobody can tell any more who broke the lock of ${lock.token}`;
  }
  return undefined;
}
