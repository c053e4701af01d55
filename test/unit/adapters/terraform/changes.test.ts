import {describe, expect, it} from 'vitest';
import {changeOf} from '../../../../src/adapters/terraform/change-of.ts';
import {isRefined} from '../../../../src/adapters/terraform/is-refined.ts';
import {sensitiveBy} from '../../../../src/adapters/terraform/masks.ts';
import {readPlan} from '../../../../src/adapters/terraform/read-shown.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {NO_PERMISSIONS, type Permissions} from '../../../../src/core/plan/permissions.ts';
import type {Change, FieldChange} from '../../../../src/core/plan/plan.ts';

/** A change as terraform 1.11.4 recorded it. */
const recorded = (change: JsonObject, more: JsonObject = {}): JsonObject => ({
  format_version: '1.2',
  resource_changes: [
    {
      address: 'terraform_data.a',
      mode: 'managed',
      type: 'terraform_data',
      name: 'a',
      provider_name: 'terraform.io/builtin/terraform',
      ...more,
      change,
    },
  ],
});

const CREATED = recorded({
  actions: ['create'],
  before: null,
  after: {input: {l: '${x} %{y}', pw: {q: ['deep-secret']}, size: '1'}, triggers_replace: null},
  after_unknown: {id: true, input: {pw: {q: [false]}, from: true}, output: true},
  before_sensitive: false,
  after_sensitive: {input: {pw: true}, output: {}},
});

const BEFORE = {
  id: 'fbb5f98b',
  input: {pw: 'old-secret', size: '1'},
  output: {pw: 'old-secret', size: '1'},
  triggers_replace: null,
};

const REPLACED = recorded(
  {
    actions: ['delete', 'create'],
    before: BEFORE,
    after: {input: {pw: 'new-secret', size: '2'}, triggers_replace: 'x'},
    after_unknown: {id: true, input: {}, output: true},
    before_sensitive: {input: {pw: true}, output: {}},
    after_sensitive: {input: {pw: true}, output: {}},
    replace_paths: [['triggers_replace']],
  },
  {action_reason: 'replace_because_cannot_update'},
);

const UPDATED = recorded({
  actions: ['update'],
  before: BEFORE,
  after: {...BEFORE, input: {pw: 'old-secret', size: '2'}},
  after_unknown: {input: {}, output: true},
  before_sensitive: {input: {pw: true}},
  after_sensitive: {input: {pw: true}},
  replace_paths: [],
});

const UNCHANGED = recorded({
  actions: ['no-op'],
  before: BEFORE,
  after: BEFORE,
  after_unknown: {},
  before_sensitive: {input: {pw: true}},
  after_sensitive: {input: {pw: true}},
});

/** A data source as terraform 1.11.4 recorded it. */
const READ = recorded(
  {
    actions: ['read'],
    before: null,
    after: {backend: 'local', config: {}, token: 'read-secret'},
    after_unknown: {config: {path: true}, outputs: true},
    before_sensitive: false,
    after_sensitive: {token: true},
  },
  {address: 'data.terraform_remote_state.a', mode: 'data', action_reason: 'read_because_config_unknown'},
);

type Given = {
  readonly attributes?: JsonObject;
  readonly last?: JsonObject;
  readonly permissions?: Partial<Permissions>;
  readonly address?: string;
  /** True if somebody changed it at its provider. */
  readonly hasDrifted?: boolean;
  readonly isRefreshed?: boolean;
};

function changeIn(document: JsonObject, given: Given = {}): Change {
  const {attributes, last, permissions, address, hasDrifted = false, isRefreshed = false} = given;
  const [planned] = readPlan(document).changes;
  if (planned === undefined) throw new Error('no change');
  const resource = {
    id: 'terraform:builtin:terraform_data:a',
    type: 'Terraform' as const,
    attributes: attributes ?? {input: {pw: '***', size: '2'}, triggers_replace: 'x'},
    dependsOn: [],
    extensions: {},
  };
  return changeOf({
    resource,
    planned: {
      ...planned,
      address: address ?? planned.address,
      ...(hasDrifted ? {drift: {before: {size: '1'}, after: {size: '2'}}} : {}),
    },
    isSensitive: sensitiveBy([planned.beforeSensitive, planned.afterSensitive], new Set()),
    sealed: {now: resource.attributes, last},
    isRecorded: last !== undefined,
    isLost: false,
    isRefreshed,
    permissions: {...NO_PERMISSIONS, ...permissions},
  });
}

describe('a plan of Terraform as a change', () => {
  it('a new resource shows literals, hides secrets, and keeps unknown values unknown', () => {
    const attributes = {input: {l: 'x', pw: 'x', size: '1', from: '${ref:v1:Service:shop:web#spec.clusterIP}'}};
    expect(changeIn(CREATED, {attributes})).toEqual({
      id: 'terraform:builtin:terraform_data:a',
      type: 'Terraform',
      action: 'create',
      verified: true,
      fields: [
        {path: 'input.from', unknown: true, cause: 'reference'},
        {path: 'input.l', after: '${x} %{y}', cause: 'spec'},
        {path: 'input.pw', sensitive: true, after: '***', cause: 'spec'},
        {path: 'input.size', after: '1', cause: 'spec'},
      ],
    });
  });

  it.each([
    {name: 'a list', after: [null, null], unknown: [true, true]},
    {name: 'an object', after: {b: 'x'}, unknown: {a: true}},
    {name: 'an object with a list', after: {a: [null]}, unknown: {a: [true]}},
  ])('$name with an unknown part in place of a text is unknown as a whole', ({after, unknown}) => {
    const document = recorded({
      actions: ['update'],
      before: {...BEFORE, input: 'fixed'},
      after: {...BEFORE, input: after},
      after_unknown: {input: unknown, output: true},
      before_sensitive: {},
      after_sensitive: {},
    });
    expect(
      changeIn(document, {attributes: {input: '${ref:terraform:output#zones}'}, last: {input: 'fixed'}}),
    ).toMatchObject({
      fields: [{path: 'input', before: 'fixed', unknown: true}],
    });
  });

  it('a data source that is read during the apply shows its arguments and the reason, and hides secrets', () => {
    expect(changeIn(READ, {attributes: {backend: '', config: {}, outputs: true, token: ''}})).toMatchObject({
      action: 'read',
      reason: 'its arguments are known only after apply',
      fields: [
        {path: 'backend', after: 'local'},
        {path: 'config.path', unknown: true},
        {path: 'outputs', unknown: true},
        {path: 'token', sensitive: true, after: '***'},
      ],
    });
  });

  it('the data source of a check, and one that leaves the state, do not count as changes', () => {
    const [read] = READ['resource_changes'] as readonly JsonObject[];
    const nested = {...read, action_reason: 'read_because_check_nested'};
    const left = {...read, change: {actions: ['delete'], before: {}, after: null}};
    expect(readPlan({format_version: '1.2', resource_changes: [nested, left]}).changes).toEqual([]);
  });

  it.each([
    {name: 'files that changed with the provider', last: {input: {size: '1'}}, hasDrifted: true, want: true},
    {name: 'files that did not change', hasDrifted: true, want: undefined},
    {name: '--refresh', hasDrifted: true, isRefreshed: true, want: true},
    {name: '--refresh without a change at the provider', isRefreshed: true, want: undefined},
  ])('an unchanged resource is refreshed: $want, by $name', ({want, name: _, ...given}) => {
    const attributes = {input: {pw: '***', size: '1'}};
    const change = changeIn(UNCHANGED, {attributes, last: attributes, ...given});
    expect(change).toMatchObject({action: 'unchanged', fields: []});
    expect(change.refreshed).toBe(want);
  });

  it('a replacement names the attribute that forces it, and needs a permission', () => {
    const change = changeIn(REPLACED, {last: {input: {pw: '***', size: '1'}}});
    expect(change).toMatchObject({
      action: 'replace',
      blocked: {
        needs: '--allow-replace terraform:builtin:terraform_data:a',
        because: 'triggers_replace cannot be changed in place',
      },
      fields: [
        {path: 'input.pw', sensitive: true},
        {path: 'input.size', before: '1', after: '2', cause: 'spec'},
        {path: 'triggers_replace', after: 'x', forcesReplacement: true, cause: 'spec'},
      ],
    });
    expect(JSON.stringify(change)).not.toMatch(/old-secret|new-secret/);
    expect(changeIn(REPLACED, {permissions: {allowReplace: ['all']}}).blocked).toBeUndefined();
  });

  it('a replacement of a type that may hold data needs the permission for data, by its id', () => {
    const address = 'aws_db_instance.a';
    expect(changeIn(REPLACED, {address, permissions: {allowReplace: ['all'], allowDataLoss: ['all']}})).toMatchObject({
      effects: ['data-lost'],
      blocked: {needs: '--allow-data-loss terraform:builtin:terraform_data:a', byId: true},
    });
  });

  it('a replacement that the user asked for needs no other permission, unless the resource may hold data', () => {
    const [replaced] = REPLACED['resource_changes'] as readonly JsonObject[];
    const asked = {...REPLACED, resource_changes: [{...replaced, action_reason: 'replace_by_request'}]};
    const change = changeIn(asked);
    expect(change).toMatchObject({action: 'replace', reason: 'you asked for it with --replace'});
    expect(change.blocked).toBeUndefined();
    expect(changeIn(asked, {address: 'aws_db_instance.a'})).toMatchObject({
      blocked: {
        needs: '--allow-data-loss terraform:builtin:terraform_data:a',
        because: 'you asked for it, and the resource may hold data',
      },
    });
  });

  it.each([
    {cause: 'spec', last: {input: {pw: '***', size: '1'}}},
    {cause: 'drift', last: {input: {pw: '***', size: '2'}}},
  ])('an update has the cause $cause', ({cause, last}) => {
    const attributes = {input: {pw: '***', size: '2'}};
    expect(changeIn(UPDATED, {attributes, last}).fields).toEqual([
      {path: 'input.size', before: '1', after: '2', cause},
    ]);
  });

  it.each([
    {name: 'only the layout', before: '{"a": 1, "b": [2]}', after: '{"b":[2],"a":1}', isSaid: true},
    {name: 'a value', before: '{"a": 1}', after: '{"a":2}', isSaid: false},
    {name: 'a text that is not JSON', before: 'a', after: 'b', isSaid: false},
    {name: 'a number', before: '1', after: '1.0', isSaid: false},
  ])('an update in which $name of JSON differs stays an update, and says so: $isSaid', ({before, after, isSaid}) => {
    const sides = {before: {...BEFORE, input: {policy: before}}, after: {...BEFORE, input: {policy: after}}};
    const update = recorded({actions: ['update'], ...sides, after_unknown: {}, replace_paths: []});
    const {action, fields, reason} = changeIn(update, {attributes: {input: {policy: after}}});
    expect([action, fields.length]).toEqual(['update', 1]);
    expect(reason).toEqual(isSaid ? expect.stringContaining('layout of its JSON') : undefined);
  });

  it('a value that is not known yet is shown with the old one, without the secrets in it', () => {
    const change = {actions: ['update'], after_unknown: {input: true}, before_sensitive: {input: {pw: true}}};
    const attributes = {input: '${ref:v1:Service:shop:web#spec}'};
    const {fields} = changeIn(recorded({...change, before: BEFORE, after: {...BEFORE, input: null}}), {attributes});
    expect(fields).toEqual([{path: 'input', unknown: true, before: {pw: '***', size: '1'}, cause: 'reference'}]);
    const single = {...change, after_unknown: {input: {pw: true}}, before: BEFORE, after: BEFORE};
    expect(changeIn(recorded(single), {attributes: {input: {pw: '${ref:a#b}'}}}).fields).toEqual([
      {path: 'input.pw', unknown: true, before: '***', cause: 'reference'},
    ]);
  });

  it('the secrets in a value that becomes a text are hidden', () => {
    const sides = {before: BEFORE, after: {...BEFORE, input: 'text'}, before_sensitive: {input: {pw: true}}};
    const {fields} = changeIn(recorded({actions: ['update'], after_unknown: {}, ...sides}), {
      attributes: {input: 'text'},
    });
    expect(fields).toEqual([{path: 'input', before: {pw: '***', size: '1'}, after: 'text', cause: 'spec'}]);
  });

  it('an unchanged resource has no fields', () => {
    expect(changeIn(UNCHANGED)).toMatchObject({action: 'unchanged', fields: []});
  });

  it('a deposed object does not hide the change of the one that has replaced it', () => {
    const [update] = UPDATED['resource_changes'] as unknown as readonly JsonObject[];
    const deposed = {...update, deposed: '0a1b', change: {actions: ['delete'], before: BEFORE, after: null}};
    const {changes} = readPlan({...UPDATED, resource_changes: [update ?? {}, deposed]});
    expect(changes.map(({actions}) => actions)).toEqual([['update']]);
  });

  it('another major version of the format is refused', () => {
    expect(() => readPlan({format_version: '2.0'})).toThrow('unknown format 2.0');
  });
});

describe('a change that is planned again', () => {
  const change = (action: Change['action'], fields: readonly FieldChange[]): Change => ({
    id: 'a',
    type: 'Terraform',
    action,
    verified: true,
    fields,
  });
  const size = (after: string): FieldChange => ({path: 'input.size', after, cause: 'spec'});
  const unknown: FieldChange = {path: 'input.from', unknown: true, cause: 'reference'};
  const known: FieldChange = {path: 'input.from', after: '10.0.0.1', cause: 'reference'};

  it.each([
    {
      what: 'a value in place of an unknown one',
      shown: change('create', [size('1'), unknown]),
      now: change('create', [size('1'), known]),
      refines: true,
    },
    {
      what: 'another known value',
      shown: change('create', [size('1'), unknown]),
      now: change('create', [size('2'), known]),
      refines: false,
    },
    {
      what: 'a field that was not shown',
      shown: change('create', [unknown]),
      now: change('create', [size('1'), known]),
      refines: false,
    },
    {what: 'another action', shown: change('update', [size('1')]), now: change('replace', [size('1')]), refines: false},
    {what: 'no change after all', shown: change('update', [unknown]), now: change('unchanged', []), refines: true},
    {
      what: 'no change although one was known',
      shown: change('update', [size('1')]),
      now: change('unchanged', []),
      refines: false,
    },
  ])('$what: $refines', ({shown, now, refines}) => {
    expect(isRefined(shown, now)).toBe(refines);
  });
});

describe('a resource that somebody else has changed', () => {
  const ID = 'terraform:builtin:terraform_data:b';
  const changed = {...BEFORE, input: {pw: 'old-secret', size: '7'}};
  const document: JsonObject = {
    ...recorded({
      actions: ['update'],
      before: changed,
      after: {...BEFORE, input: {pw: 'old-secret', size: '2'}},
      after_unknown: {},
      before_sensitive: {input: {pw: true}},
      after_sensitive: {input: {pw: true}},
    }),
    resource_drift: [
      {address: 'terraform_data.a', mode: 'managed', change: {actions: ['update'], before: BEFORE, after: changed}},
    ],
  };

  it.each([
    {what: 'a value that the files keep', size: '2', last: '2', cause: 'drift'},
    {what: 'a reference that the files keep', size: `\${ref:${ID}#id}`, last: `\${ref:${ID}#id}`, cause: 'drift'},
    {what: 'a value that the files change too', size: '2', last: '1', cause: 'spec'},
  ])('$what has the cause $cause', ({size, last, cause}) => {
    const attributes = {input: {pw: '***', size}};
    expect(changeIn(document, {attributes, last: {input: {pw: '***', size: last}}}).fields).toEqual([
      {path: 'input.size', before: '7', after: '2', cause},
    ]);
  });
});

describe('a resource that exists already', () => {
  const imported = (actions: readonly string[], more: JsonObject = {}): JsonObject =>
    recorded({
      actions: [...actions],
      before: {id: 'q-1', input: null, output: null, triggers_replace: null},
      after: {id: 'q-1', input: '1', triggers_replace: null},
      after_unknown: {output: true},
      before_sensitive: {},
      after_sensitive: {},
      importing: {id: 'q-1'},
      ...more,
    });

  it.each([
    {actions: ['update'], action: 'adopt', fields: ['input']},
    {actions: ['no-op'], action: 'adopt', fields: ['input']},
    {actions: ['delete', 'create'], action: 'replace', fields: ['input']},
  ])('an imported resource is shown as $action for $actions', ({actions, action, fields}) => {
    const change = changeIn(imported(actions), {attributes: {input: '1'}});
    expect(change).toMatchObject({action, reason: 'it exists as q-1'});
    expect(change.fields.map(({path}) => path)).toEqual(fields);
  });
});
