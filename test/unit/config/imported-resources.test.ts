import {describe, expect, it} from 'vitest';
import {moduleFields, platformFields} from '../../../src/config/application/platform-fields.ts';
import {withImported} from '../../../src/config/imported-resources.ts';
import type {Json} from '../../../src/core/json.ts';
import type {Resource} from '../../../src/core/resource/resource.ts';
import {locate} from '../../../src/core/variation/located.ts';

const QUEUE = 'hashicorp:aws:aws_sqs_queue:orders';

const modulesWith = (configs: Json) =>
  locate(
    {queue: {configs}},
    {file: 'dev.yaml', position: () => ({file: 'dev.yaml', line: 1, column: 1, endColumn: 1, text: ''})},
    ['modules'],
  );

const resource = (id: string, type: Resource['type'] = 'Terraform'): Resource => ({
  id,
  type,
  attributes: {},
  dependsOn: [],
  extensions: {provider: 'p'},
});

const imported = (configs: Json, resources: readonly Resource[] = [resource(QUEUE)]) =>
  withImported({resources, workspace: {name: 'dev', modules: modulesWith(configs)}, project: 'shop'});

describe('importedResources of a workspace', () => {
  it('a resource gets its id at the provider, and ids of other stacks are ignored', () => {
    const {resources, diagnostics} = imported({default: {importedResources: {[QUEUE]: 'q-1', other: 'q-2'}}});
    expect(resources[0]?.extensions).toEqual({provider: 'p', 'kusionstack.io/import-id': 'q-1'});
    expect(diagnostics).toEqual([]);
  });

  it('the block of a project replaces the default, and blocks of other projects have no effect', () => {
    const configs = {
      default: {importedResources: {[QUEUE]: 'q-1'}},
      a: {projectSelector: ['other'], importedResources: {[QUEUE]: 'q-2'}},
      b: {projectSelector: ['shop'], importedResources: {[QUEUE]: 'q-3'}},
    };
    expect(imported(configs).resources[0]?.extensions['kusionstack.io/import-id']).toBe('q-3');
  });

  it.each([
    {what: 'a number for a Terraform resource', id: QUEUE, value: 3, type: 'Terraform' as const},
    {what: 'an empty text', id: QUEUE, value: '', type: 'Terraform' as const},
    {what: 'another id for a Kubernetes object', id: 'v1:ConfigMap:a:b', value: 'b', type: 'Kubernetes' as const},
  ])('$what is an error', ({id, value, type}) => {
    const {diagnostics} = imported({default: {importedResources: {[id]: value}}}, [resource(id, type)]);
    expect(diagnostics).toMatchObject([{code: 'spec/import-id', resource: id, at: {file: 'dev.yaml'}}]);
  });

  it('a module does not get importedResources', () => {
    const fields = platformFields(
      modulesWith({default: {size: 1, importedResources: {[QUEUE]: 'q'}}}),
      'queue',
      'shop',
    );
    expect(moduleFields(fields)?.whole.value).toEqual({size: 1});
    const only = platformFields(modulesWith({default: {importedResources: {[QUEUE]: 'q'}}}), 'queue', 'shop');
    expect(moduleFields(only)).toBeUndefined();
  });
});
