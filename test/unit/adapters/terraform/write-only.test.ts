import {describe, expect, it} from 'vitest';
import type {AboutResource} from '../../../../src/adapters/terraform/about-resource.ts';
import {rootModule} from '../../../../src/adapters/terraform/root-module.ts';
import type {PlannedResource} from '../../../../src/adapters/terraform/shown.ts';
import {unsentValues, withWriteOnly, writeOnlyAfter} from '../../../../src/adapters/terraform/write-only.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Change} from '../../../../src/core/plan/plan.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';

const ADDRESS = 'box.a';
const key = new Secret('a key of this test');
const valueOf: Readonly<Record<string, string>> = {'ref://login': 'hunter2-hunter2', 'ref://other': 'hunter3-hunter3'};

type Given = {
  readonly attributes: JsonObject;
  readonly actions?: readonly string[];
  /** Another resource with a secret comes first, so that the variables of this one have other names. */
  readonly isSecond?: boolean;
};

/** A resource whose arguments `token` and `secret_wo` are write-only, as `show -json` prints it. */
function aboutOf({attributes, actions = ['no-op'], isSecond = false}: Given): AboutResource {
  const resource = (name: string, own: JsonObject): Resource => ({
    id: `test:test:box:${name}`,
    type: 'Terraform',
    attributes: own,
    dependsOn: [],
    extensions: {provider: 'example.com/test/test/1.0.0', resourceType: 'box'},
  });
  const wanted = resource('a', attributes);
  const resources = isSecond ? [resource('0', {token: 'of-the-first', secret_wo: 'of-the-first'}), wanted] : [wanted];
  const module = rootModule({
    resources,
    others: [],
    expandable: new Set(resources.map(({id}) => id)),
    origins: new Map(),
    ids: new Set(resources.map(({id}) => id)),
    state: {known: new Map([[wanted.id, ADDRESS]]), accounts: new Map()},
    settings: {blockOf: () => ({})},
    values: {
      lookup: () => undefined,
      isSensitive: () => false,
      secretOf: (uri) => valueOf[uri],
      recall: () => undefined,
    },
  });
  const planned: PlannedResource = {
    address: ADDRESS,
    actions,
    before: undefined,
    after: {...attributes, token: null, secret_wo: null},
    unknown: {},
    beforeSensitive: {},
    afterSensitive: {},
    replacePaths: [],
    reason: undefined,
    provider: 'example.com/test/test',
  };
  const request = {secrets: {digestKey: key}, wanted: {origins: new Map()}} as unknown as AboutResource['request'];
  return {resource: wanted, planned, module, secretTexts: new Set(), request};
}

const BEFORE = {name: 'a', token: 'ref://login', secret_wo: 'ref://login'};

/** Returns what an apply of these attributes stores. */
function storedAfter(attributes: JsonObject) {
  const about = aboutOf({attributes, actions: ['create']});
  const shown = {serial: 1, resources: {[ADDRESS]: {values: {}, sensitive: {}, provider: '', schemaVersion: 0}}};
  const session = {stored: () => ({ids: {}, shown})} as unknown as Parameters<typeof writeOnlyAfter>[0]['session'];
  return {
    writeOnly: writeOnlyAfter({about: () => about, idAt: () => undefined, session}, about.module, new Set([ADDRESS])),
  };
}

const change = (action: Change['action']): Change => ({
  id: 'test:test:box:a',
  type: 'Terraform',
  action,
  verified: true,
  fields: [],
});

describe('a write-only argument', () => {
  it.each<{readonly name: string; readonly now: Given; readonly says: readonly string[]}>([
    {name: 'nothing for the same value', now: {attributes: BEFORE}, says: []},
    {name: 'nothing when only variables have other names', now: {attributes: BEFORE, isSecond: true}, says: []},
    {
      name: 'each changed value that is not sent, whatever the name of the argument',
      now: {attributes: {...BEFORE, token: 'ref://other', secret_wo: 'ref://other'}},
      says: ['`token`', '`secret_wo`'],
    },
    {
      name: 'nothing for a value that is sent with another change',
      now: {attributes: {...BEFORE, token: 'ref://other'}, actions: ['update']},
      says: [],
    },
  ])('a plan warns of $name', ({now, says}) => {
    const found = unsentValues(aboutOf(now), storedAfter(BEFORE));
    expect(found).toHaveLength(says.length);
    for (const [i, path] of says.entries()) expect(found[i]?.message).toContain(path);
  });

  it('an argument that is new is not sent either', () => {
    const found = unsentValues(aboutOf({attributes: {name: 'a', token: 'ref://login'}}), storedAfter({name: 'a'}));
    expect(found.map(({message}) => message)).toEqual([expect.stringContaining('`token`')]);
  });

  it('an update shows the changed value without its text', () => {
    const about = aboutOf({attributes: {...BEFORE, token: 'ref://other'}, actions: ['update']});
    expect(withWriteOnly(change('update'), about, storedAfter(BEFORE)).fields).toEqual([
      {path: 'token', sensitive: true, cause: 'spec'},
    ]);
  });

  it('a creation shows all of them without their text', () => {
    const {fields} = withWriteOnly(change('create'), aboutOf({attributes: BEFORE, actions: ['create']}), {});
    expect(fields.map(({path, after}) => [path, after])).toEqual([
      ['token', '***'],
      ['secret_wo', '***'],
    ]);
  });

  it('nothing is compared with an apply that did not store digests', () => {
    expect(unsentValues(aboutOf({attributes: BEFORE}), {})).toEqual([]);
  });
});
