import {join} from 'node:path';
import type {JsonObject} from '../../core/json.ts';
import {versionsIn} from '../../core/terraform/lock-text.ts';
import {writePrivate} from '../../lib/write-private.ts';
import {type Place, runJson} from './program.ts';
import {readJson, readLock} from './run-files.ts';
import {factsIn, type SchemaFacts} from './schema-facts.ts';
import {resourcesIn} from './state/state-problems.ts';
import {BUILT_IN, providerIn} from './state-provider.ts';

/** The facts about the one provider that is a part of the program. */
const OF_PROGRAM: SchemaFacts = {
  [`${BUILT_IN}terraform`]: {
    terraform_data: {sensitive: [], dynamic: [['input'], ['output'], ['triggers_replace']]},
    'data.terraform_remote_state': {sensitive: [], dynamic: [['config'], ['defaults'], ['outputs']]},
  },
};

const FILE = 'schema-facts.json';

/**
 * Returns the facts about the types in a state. Those of installed providers are read once, and kept beside their packages: the schema of a
 * large provider takes seconds to read. A provider that is not locked (`dev_overrides`) can change at any time, so nothing is kept of it.
 * @throws GantryError terraform/failed
 */
export async function providerFacts(place: Place, state: JsonObject): Promise<SchemaFacts> {
  const needed = new Set(resourcesIn(state).map((one) => providerIn(one).source));
  const isKnown = (facts: SchemaFacts): boolean => [...needed].every((source) => Object.hasOwn(facts, source));
  if (isKnown(OF_PROGRAM)) return OF_PROGRAM;
  const {TF_DATA_DIR: data = place.directory} = place.env;
  const kept = {...((await readJson(data, FILE)) as SchemaFacts | undefined), ...OF_PROGRAM};
  if (isKnown(kept)) return kept;
  const read = factsIn(await runJson(place, ['providers', 'schema', '-json']));
  const locked = versionsIn(await readLock(place.directory));
  const lasting = Object.fromEntries(Object.entries(read).filter(([source]) => locked.has(source)));
  // If it cannot be written, the next run reads the schema again.
  await writePrivate(join(data, FILE), JSON.stringify({...kept, ...lasting})).catch(() => undefined);
  return {...read, ...OF_PROGRAM};
}
