import {readFileSync} from 'node:fs';
import type {JsonObject} from '../../../../../src/core/json.ts';

/** What the real API server (Kubernetes 1.34) answers; written by `scripts/record-workload-facts.ts`. */
export type Fact = {
  /** Of an update: the object as the server made it when it was created. */
  readonly before?: JsonObject;
  /** It is accepted: as this. */
  readonly object?: JsonObject;
  /** Or it is invalid: reason, field and message of every cause. */
  readonly problems?: readonly (readonly [reason: string, field: string, message: string])[];
  /** Or an admission plugin or the decoder refuses it. */
  readonly refused?: readonly [code: number, message: string];
};

const files = new Map<string, Readonly<Record<string, Fact>>>();

export function factOf({of, name}: {readonly of: string; readonly name: string}): Fact {
  const file = new URL(`./facts/${of}.json`, import.meta.url);
  const facts = files.get(of) ?? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Fact>);
  files.set(of, facts);
  const fact = facts[name];
  if (fact === undefined) throw new Error(`not measured yet: ${name} (node scripts/record-workload-facts.ts)`);
  return fact;
}
