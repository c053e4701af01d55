import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {temporaryDirectory} from '../../src/adapters/local/programs/private-directory.ts';
import {attend} from '../../src/adapters/terraform/attend.ts';
import {followApply} from '../../src/adapters/terraform/follow-apply.ts';
import {decodeStored, encodeStored} from '../../src/adapters/terraform/stored.ts';
import {terraformRuntime} from '../../src/adapters/terraform/terraform-runtime.ts';
import type {Watch} from '../../src/adapters/terraform/watch-order.ts';
import {isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import type {Runtime} from '../../src/ports/runtime.ts';
import type {RuntimeNeeds} from '../../src/ports/runtime-needs.ts';
import type {TerraformStates} from '../../src/ports/terraform-states.ts';
import {testedTerraform} from './terraform.ts';

/** A runtime of Terraform with its states in memory. A test looks into them, and changes them as somebody else would. */
export type TerraformWorld = {
  readonly runtime: Runtime;
  /** Returns the recorded attributes of a resource of type terraform_data. */
  readonly attributes: (name: string) => JsonObject | undefined;
  readonly edit: (name: string, change: (instance: JsonObject) => JsonObject | undefined) => void;
  readonly documents: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
};

/** `program`: absent for the terraform of this machine. */
export async function terraformWorld(program?: string): Promise<TerraformWorld> {
  const home = await mkdtemp(join(tmpdir(), 'gantry-home-'));
  const {env, calls, close} = await testedTerraform(program);
  const documents = new Map<string, string>();
  const open = () =>
    terraformRuntime({
      env,
      home,
      needs: needsOf(documents, () => void names().map((name) => attributesOf(name))),
      directory: temporaryDirectory,
      left: async () => [],
      exclusively: (_, work) => work(),
      watch: watchHere,
      learn: () => undefined,
      clean: (text) => text,
    });
  // Each plan is that of a new run, which reads the stored state again.
  const opened: Runtime[] = [];
  const fresh = (): Runtime => {
    const runtime = open();
    opened.push(runtime);
    return runtime;
  };
  // What Terraform only forgets goes on to exist.
  const last = new Map<string, JsonObject>();
  const forgotten = (name: string): JsonObject | undefined =>
    calls().some((line) => line.startsWith('state rm') && line.endsWith(`.${name}`)) ? last.get(name) : undefined;
  const resources = (): readonly JsonObject[] =>
    [...documents.values()].flatMap(
      (text) => (decodeStored(text).state?.['resources'] ?? []) as unknown as JsonObject[],
    );
  const names = () => resources().map((one) => String(one['name']));
  const attributesOf = (name: string): JsonObject | undefined => {
    const [instance] = (resources().find((one) => one['name'] === name)?.['instances'] ??
      []) as unknown as JsonObject[];
    if (instance === undefined) return forgotten(name);
    const found = plain(instance['attributes'] ?? null) as JsonObject;
    last.set(name, found);
    return found;
  };
  return {
    runtime: {
      type: 'Terraform',
      plan: (request) => fresh().plan(request),
      drift: (request) => fresh().drift(request),
      close: async () => void (await Promise.all(opened.map((one) => one.close()))),
    },
    attributes: attributesOf,
    edit: (name, change) => {
      for (const [lineage, text] of documents) {
        const stored = decodeStored(text);
        const state = stored.state ?? {};
        const left = (state['resources'] as unknown as JsonObject[]).flatMap((one) => {
          if (one['name'] !== name) return [one];
          const [instance = {}] = one['instances'] as unknown as JsonObject[];
          const changed = change(instance);
          return changed === undefined ? [] : [{...one, instances: [changed]}];
        });
        const serial = Number(state['serial']) + 1;
        documents.set(lineage, encodeStored({...stored, state: {...state, serial, resources: left}}));
      }
    },
    documents,
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
      await close();
      await rm(home, {recursive: true, force: true});
    },
  };
}

/** Watches an apply in this process, with the same function as the process of a watcher. */
const watchHere =
  (states: TerraformStates): Watch =>
  async (_, makeOrder, {signal, onEvent}) => {
    const order = await makeOrder();
    const never = new AbortController().signal;
    const followed = await followApply(order, onEvent);
    const watched = await attend(order, {states, interrupt: signal, lost: never, given: never, onWaiting: () => {}});
    return {...watched, progress: followed.progress, rest: await followed.end()};
  };

/** States in memory: the text is its own version. */
const needsOf = (documents: Map<string, string>, onWrite: () => void): RuntimeNeeds => ({
  states: async () => ({
    read: async (lineage) => {
      const text = documents.get(lineage);
      return text === undefined ? undefined : {text, version: text};
    },
    write: async (lineage, text, expected) => {
      if (documents.get(lineage) !== expected) throw new Error('two runs write one state');
      documents.set(lineage, text);
      onWrite();
      return text;
    },
    handOver: async () => {
      throw new Error('the states of this test are in this process');
    },
  }),
  providers: async () => ({environment: {set: new Map(), files: []}, blockOf: () => ({})}),
  lock: async () => undefined,
});

/** A value of any type is stored with its type. */
function plain(value: Json): Json {
  if (!isObject(value)) return value;
  if (Object.keys(value).length === 2 && 'value' in value && 'type' in value) return value['value'] ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}
