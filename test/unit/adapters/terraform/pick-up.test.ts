import {existsSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {pickUp} from '../../../../src/adapters/terraform/pick-up.ts';
import {KEPT, STATE, STORED, WATCHER} from '../../../../src/adapters/terraform/run-files.ts';
import {encodeStored, type Stored} from '../../../../src/adapters/terraform/stored.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {ownProcess, type ProcessIdentity} from '../../../../src/lib/process-identity.ts';
import type {TerraformStates} from '../../../../src/ports/terraform-states.ts';
import {atEndOfTest} from '../../../rig/end-of-test.ts';

const stateOf = (serial: number, objects: Readonly<Record<string, string>>): JsonObject => ({
  serial,
  resources: Object.entries(objects).map(([name, id]) => ({
    mode: 'managed',
    type: 'box',
    name,
    instances: [{attributes: {id}}],
  })),
});

type Left = {
  /** The document in the backend. */
  readonly stored: Stored;
  readonly state: JsonObject;
  /** The objects that the killed run had stored. */
  readonly before?: JsonObject;
  readonly watcher?: ProcessIdentity;
};

/** Picks up what a killed run has left. Returns the document, and whether the directory is still there. */
async function pickUpAfter({stored, state, before, watcher}: Left) {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-left-'));
  atEndOfTest(() => rm(directory, {recursive: true, force: true}));
  const write = (name: string, value: unknown) => writeFile(join(directory, name), JSON.stringify(value));
  await write(KEPT, {lineage: 'a', run: 'killed', apply: 'apply-1'});
  await write(STATE, state);
  if (before !== undefined) await write(STORED, before);
  if (watcher !== undefined) await write(WATCHER, watcher);
  let text = encodeStored(stored);
  const states: TerraformStates = {
    read: async () => ({text, version: '1'}),
    write: async (_, next) => ((text = next), '2'),
    handOver: async () => ({backend: {}, key: {} as never}),
  };
  const opened = await pickUp({states, lineage: 'a', left: [directory]});
  return {opened: opened.stored, isLeft: existsSync(directory)};
}

const own = ownProcess();
const KILLED: Stored = {ids: {}, run: 'killed', state: stateOf(1, {})};
const OTHER: Stored = {ids: {}, run: 'other', state: stateOf(5, {})};

describe('a directory of a killed run', () => {
  it.each<{readonly name: string; readonly watcher: ProcessIdentity; readonly isTaken: boolean}>([
    {name: 'the watcher is alive', watcher: own, isTaken: false},
    {name: 'the watcher has ended', watcher: {...own, start: '1'}, isTaken: true},
    {name: 'the machine was started again since', watcher: {...own, bootId: 'earlier'}, isTaken: true},
    {name: 'the watcher is in another container', watcher: {...own, pidNamespace: 'other'}, isTaken: false},
  ])('its state is taken: $isTaken, when $name', async ({watcher, isTaken}) => {
    const {opened, isLeft} = await pickUpAfter({stored: KILLED, state: stateOf(2, {a: '1'}), watcher});
    expect(opened.state?.['serial']).toBe(isTaken ? 2 : 1);
    expect(isLeft).toBe(!isTaken);
  });

  it('an object that no other run knows may exist', async () => {
    const {opened, isLeft} = await pickUpAfter({
      stored: OTHER,
      state: stateOf(3, {a: '1', b: '2'}),
      before: {'box.a': '1'},
    });
    expect(opened.begun).toEqual([{address: 'box.b', attributes: {id: '2'}}]);
    expect(isLeft).toBe(false);
  });

  it('an object that was stored, and that another run has deleted since, does not exist', async () => {
    const {opened, isLeft} = await pickUpAfter({stored: OTHER, state: stateOf(3, {a: '1'}), before: {'box.a': '1'}});
    expect(opened.begun ?? []).toEqual([]);
    expect(isLeft).toBe(false);
  });
});
