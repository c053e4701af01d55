import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {openApiSchemas} from '../../../../src/kubernetes/fields/openapi.ts';
import {DEDUCED, type Schema} from '../../../../src/kubernetes/fields/schema.ts';
import {dropDefaults} from '../../../../src/kubernetes/import/drop-defaults.ts';
import {restoreFields} from '../../../../src/kubernetes/import/restore-fields.ts';
import {schemaOf} from '../fields/fixtures/schema-of.ts';

const cake = (spec: JsonObject): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Cake',
  metadata: {name: 'a', namespace: 'shop'},
  spec,
});

const TYPE = {group: 'example.com', version: 'v1', kind: 'Cake'};
const cakes: Schema =
  openApiSchemas({
    components: {
      schemas: {
        Cake: {
          type: 'object',
          'x-kubernetes-group-version-kind': [TYPE],
          properties: {
            spec: {
              type: 'object',
              required: ['size'],
              properties: {
                size: {type: 'integer', default: 1},
                glaze: {type: 'string', default: 'none'},
                oven: {type: 'object', properties: {heat: {type: 'integer', default: 180}}},
                extra: {type: 'object', additionalProperties: {type: 'string'}},
              },
            },
          },
        },
      },
    },
  })(TYPE) ?? DEDUCED;

const sure = (object: JsonObject): JsonObject => dropDefaults(object, {schema: cakes, onlySure: true});

it('defaults of the schema are dropped, and parts that become empty', () =>
  expect(sure(cake({size: 2, glaze: 'none', oven: {heat: 180}}))).toEqual(cake({size: 2})));

it('another value stays, and so does what is required', () =>
  expect(sure(cake({size: 1, glaze: 'sugar', oven: {heat: 200}}))).toEqual(
    cake({size: 1, glaze: 'sugar', oven: {heat: 200}}),
  ));

it('keys that the user chose stay, and so does an empty map', () =>
  expect(sure(cake({size: 2, extra: {glaze: 'none', size: '1'}, oven: {}}))).toEqual(
    cake({size: 2, extra: {glaze: 'none', size: '1'}, oven: {}}),
  ));

it('values of a ConfigMap are its own, whatever they look like', () => {
  const settings = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {name: 'a'},
    data: {protocol: 'TCP', type: 'ClusterIP'},
  };
  expect(dropDefaults(settings, {schema: schemaOf(settings)})).toEqual(settings);
});

it('values that the server does not default are restored, and no others', () => {
  const own = cake({size: 2, glaze: 'none', oven: {heat: 180}});
  const clean = cake({size: 2});
  const answer = cake({size: 2, glaze: 'none'});
  expect(restoreFields({own, clean, answer, schema: cakes})).toEqual(cake({size: 2, oven: {heat: 180}}));
});

it('an answer with the same values proves the clean object', () => {
  const own = cake({size: 2, glaze: 'none'});
  const clean = cake({size: 2});
  expect(restoreFields({own, clean, answer: own, schema: cakes})).toBe(clean);
});

it('values that a webhook adds to every object are not part of the manifest', () => {
  const own = cake({size: 2});
  const answer = cake({size: 3, extra: {injected: 'yes'}});
  expect(restoreFields({own, clean: own, answer, schema: cakes})).toBe(own);
});

it('a missing part is restored empty first, then with the values that the server did not default', () => {
  const own = cake({size: 2, glaze: 'none', oven: {heat: 200}});
  const bare = {...cake({}), spec: undefined} as unknown as JsonObject;
  const {spec: _, ...clean} = bare;
  const asEmpty = {own, schema: cakes, asEmpty: true};
  const first = restoreFields({...asEmpty, clean, answer: clean});
  expect(first).toEqual(cake({}));
  const second = restoreFields({...asEmpty, clean: first, answer: cake({size: 2, glaze: 'none'})});
  expect(second).toEqual(cake({oven: {}}));
  const third = restoreFields({...asEmpty, clean: second, answer: cake({size: 2, glaze: 'none', oven: {heat: 180}})});
  expect(third).toEqual(cake({oven: {heat: 200}}));
  expect(restoreFields({...asEmpty, clean: third, answer: own})).toBe(third);
});
