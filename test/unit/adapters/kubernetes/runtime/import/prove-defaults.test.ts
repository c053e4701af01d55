import {expect, it} from 'vitest';
import {proveDefaults} from '../../../../../../src/adapters/kubernetes/runtime/import/prove-defaults.ts';
import type {Json, JsonObject} from '../../../../../../src/core/json.ts';
import {openApiSchemas} from '../../../../../../src/kubernetes/fields/openapi.ts';
import {DEDUCED} from '../../../../../../src/kubernetes/fields/schema.ts';

const TYPE = {group: 'example.com', version: 'v1', kind: 'Cake'};
const text = (value: string) => ({type: 'string', default: value});
const schema =
  openApiSchemas({
    components: {
      schemas: {
        Cake: {
          type: 'object',
          'x-kubernetes-group-version-kind': [TYPE],
          properties: {spec: {type: 'object', properties: {glaze: text('none'), kind: text('round')}}},
        },
      },
    },
  })(TYPE) ?? DEDUCED;

const cake = (spec?: JsonObject): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Cake',
  metadata: {name: 'a', namespace: 'shop'},
  ...(spec === undefined ? {} : {spec}),
});

/** Cleans a cake; `server` says what it makes of a spec, or why it takes none of it. */
async function cleaned(own: JsonObject, server: (spec: Json | undefined) => JsonObject | string | undefined) {
  const asked: (Json | undefined)[] = [];
  const create = async ({object}: {readonly object: JsonObject}) => {
    asked.push(object['spec']);
    const spec = server(object['spec']);
    if (typeof spec === 'string') return {ok: false as const, refusal: {message: spec}};
    return {ok: true as const, object: {...object, ...(spec === undefined ? {} : {spec})}};
  };
  const result = await proveDefaults({
    client: {create} as unknown as Parameters<typeof proveDefaults>[0]['client'],
    resource: {apiVersion: 'example.com/v1', kind: 'Cake', resource: 'cakes', namespaced: true, verbs: []},
    schema,
    own,
    isWritten: () => true,
    signal: new AbortController().signal,
  });
  return {...result, asked};
}

const filled = (spec: Json | undefined): JsonObject | undefined =>
  spec === undefined ? undefined : {glaze: 'none', kind: 'round', ...(spec as JsonObject)};

it('a part that the server fills, and does not make, stays without its defaults', async () => {
  const {object, asked, unproved} = await cleaned(cake({glaze: 'none', kind: 'round'}), filled);
  expect({object, asked, unproved}).toEqual({object: cake({}), asked: [undefined, {}], unproved: undefined});
});

it('a part that must not be empty comes back as it was', async () => {
  const server = (spec: Json | undefined) =>
    spec !== undefined && Object.keys(spec as JsonObject).length === 0 ? 'spec must not be empty' : filled(spec);
  const {object, unproved} = await cleaned(cake({glaze: 'none', kind: 'round'}), server);
  expect({object, unproved}).toEqual({object: cake({glaze: 'none', kind: 'round'}), unproved: undefined});
});

it('a user who may not run dry runs is not asked again, and defaults of the schema are still dropped', async () => {
  const {object, asked, unproved} = await cleaned(cake({glaze: 'sugar', kind: 'round'}), () => 'forbidden');
  expect({object, unproved}).toEqual({object: cake({glaze: 'sugar'}), unproved: 'forbidden'});
  expect(asked).toHaveLength(1);
});

it('a webhook that answers another thing each time is left in peace after a few rounds', async () => {
  let count = 0;
  const own = cake({glaze: 'sugar', kind: 'round'});
  const {asked, unproved} = await cleaned(own, () => ({glaze: `g${count++}`, kind: 'round'}));
  expect(asked.length).toBeLessThan(8);
  expect([undefined, 'each dry run returns another result']).toContain(unproved);
});
