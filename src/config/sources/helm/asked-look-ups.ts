import {stableAnswer} from '../../../core/plan/stable-answer.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import type {ClusterFacts, LookUp} from '../../../ports/cluster-facts.ts';

/** A look-up of a chart, with the digest of the answer. */
export type AskedLookUp = {readonly target: LookUp; readonly answer: string};

/** Facts of a cluster, and the look-ups that they answered. */
export type NotedFacts<F extends ClusterFacts> = {readonly facts: F; readonly asked: () => readonly AskedLookUp[]};

/** Notes each look-up that goes through these facts. */
export function noteLookUps<F extends ClusterFacts>(facts: F, key: Secret): NotedFacts<F> {
  const asked = new Map<string, AskedLookUp>();
  const lookUp: ClusterFacts['lookUp'] = async (target) => {
    const found = await facts.lookUp(target);
    asked.set(canonicalJson(target), {target, answer: digestOf(key, found)});
    return found;
  };
  return {
    facts: {...facts, lookUp},
    asked: () => [...asked].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
  };
}

/** Reports whether the cluster gives the same answers now. */
export async function haveSameAnswers(
  asked: readonly AskedLookUp[],
  facts: ClusterFacts,
  key: Secret,
): Promise<boolean> {
  const same = await Promise.all(
    asked.map(async ({target, answer}) => digestOf(key, await facts.lookUp(target)) === answer),
  );
  return same.every((one) => one);
}

const digestOf = (key: Secret, found: Awaited<ReturnType<ClusterFacts['lookUp']>>): string =>
  key.hmac(`look-up ${canonicalJson(stableAnswer(found ?? null))}`);
