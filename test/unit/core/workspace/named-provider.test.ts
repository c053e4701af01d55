import {describe, expect, it} from 'vitest';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {workspaceContext} from '../../../../src/core/workspace/context-map.ts';
import {decideKeys} from '../../../../src/core/workspace/decide-keys.ts';
import {providerOf} from '../../../../src/core/workspace/named-provider.ts';
import {resolveProviderKeys} from '../../../../src/core/workspace/resolve-provider-keys.ts';

const origin: Origin = {file: 'w.yaml', position: () => ({file: 'w.yaml', line: 1, column: 1, endColumn: 2, text: ''})};
const PROVIDERS = {
  aws: {us: {region: 'us-east-1', access_key: 'ref://aws-us/id'}, eu: {region: 'eu-west-1'}},
  google: {main: {project: 'p'}},
};
const META = {region: 'meta', access_key: 'meta', default_tags: {team: 'x'}};

const resource = (extensions: JsonObject) => ({
  id: 'hashicorp:aws:aws_instance:web',
  type: 'Terraform' as const,
  extensions: {provider: 'registry.terraform.io/hashicorp/aws/5.0.1', ...extensions},
});
const ask = (extensions: JsonObject, context: JsonObject, env: Record<string, string>, providers = PROVIDERS) => {
  const asked = resource(extensions);
  const inputs = {contexts: [workspaceContext(context, origin)], env, resources: [asked]};
  return {
    provider: providerOf(asked, providers, decideKeys(inputs)),
    listed: resolveProviderKeys(inputs).map(({source}) => source.kind),
  };
};

describe('the provider of a resource', () => {
  it.each([
    {name: 'over nothing', context: {}, env: {}, meta: {}},
    {name: 'over the context', context: {AWS_REGION: 'c', AWS_ACCESS_KEY_ID: 'c'}, env: {}, meta: {}},
    {name: 'over the environment', context: {}, env: {AWS_REGION: 'e', AWS_PROFILE: 'e'}, meta: {}},
    {name: 'over providerMeta', context: {}, env: {}, meta: {providerMeta: META}},
    {name: 'over all', context: {AWS_REGION: 'c'}, env: {AWS_PROFILE: 'e'}, meta: {providerMeta: META}},
  ])('a named provider wins $name, and takes nothing from it', ({context, env, meta}) => {
    const {provider, listed} = ask({...meta, providerRef: 'aws.eu'}, context, env);
    expect(provider).toEqual({block: {region: 'eu-west-1'}, isComplete: true});
    expect(listed).not.toContain('provider-meta');
  });

  it('two resources of one workspace have providers of two accounts', () => {
    expect(ask({providerRef: 'aws.us'}, {}, {}).provider).toEqual({block: PROVIDERS.aws.us, isComplete: true});
    expect(ask({providerRef: 'aws.eu'}, {}, {}).provider).toEqual({block: PROVIDERS.aws.eu, isComplete: true});
  });

  it('without providerRef the context wins over the environment, and the environment over providerMeta', () => {
    const {provider, listed} = ask({providerMeta: META}, {AWS_REGION: 'c'}, {AWS_PROFILE: 'e'});
    expect(provider).toEqual({block: {default_tags: {team: 'x'}}, isComplete: false});
    expect(listed).toEqual(['environment', 'context']);
  });

  it.each([
    {ref: 'aws.ue', because: 'the workspace has no provider aws.ue', hint: 'Did you mean aws.us?'},
    {ref: 'azurerm.x', because: 'no provider azurerm.x', hint: 'The workspace has aws.us, aws.eu, google.main.'},
    {ref: 'aws', because: 'not PROVIDER.NAME', hint: 'providerRef: aws.us'},
    {ref: 'aws.us.x', because: 'not PROVIDER.NAME', hint: 'providerRef: aws.us'},
    {ref: 'constructor.name', because: 'no provider constructor.name', hint: 'The workspace has'},
    {ref: 'google.main', because: 'a provider of google, and the resource is of aws', hint: '`providers.aws`'},
    {ref: 7, because: 'not PROVIDER.NAME', hint: 'providerRef: aws.us'},
  ])('the reference $ref is refused with a hint', ({ref, because, hint}) => {
    expect(ask({providerRef: ref}, {}, {}).provider).toEqual({
      because: expect.stringContaining(because),
      hint: expect.stringContaining(hint),
    });
  });

  it('a reference in a workspace without providers names the field to add', () => {
    expect(providerOf(resource({providerRef: 'aws.us'}), {}, [])).toMatchObject({
      hint: 'Add it to `providers` of the workspace.',
    });
  });
});
