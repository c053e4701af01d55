import {readFileSync} from 'node:fs';
import type {JsonObject} from '../../../../../src/core/json.ts';

/** The answer of the real API server (Kubernetes 1.34); written by `scripts/record-workload-facts.ts`. */
export type Fact = {
  /** For an update: the object as the server returned it on creation. */
  readonly before?: JsonObject;
  /** The accepted object. */
  readonly object?: JsonObject;
  /** The reason, field and message of every cause, if the object is invalid. */
  readonly problems?: readonly (readonly [reason: string, field: string, message: string])[];
  /** The code and message of the refusal, if an admission plugin or the decoder refuses the object. */
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
