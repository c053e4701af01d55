import {describe, expect, it} from 'vitest';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {specContext, workspaceContext} from '../../../../src/core/workspace/context-map.ts';
import {resolveProviderKeys} from '../../../../src/core/workspace/resolve-provider-keys.ts';

const origin: Origin = {file: 'w.yaml', position: () => ({file: 'w.yaml', line: 1, column: 1, endColumn: 2, text: ''})};

/** name → [where from, names of what it shadows] */
const sources = (context: JsonObject, env: Record<string, string>, spec?: JsonObject) =>
  Object.fromEntries(
    resolveProviderKeys({
      contexts: [workspaceContext(context, origin), ...(spec === undefined ? [] : [specContext(spec)])],
      env,
    }).map(({name, source, shadowed}) => [name, [source.kind, ...shadowed.map((value) => value.name)]]),
  );

describe('provider keys are resolved one cloud at a time', () => {
  it.each([
    {
      name: 'the environment is used when the context says nothing',
      context: {},
      env: {AWS_PROFILE: 'dev', PATH: '/bin'},
      want: {AWS_PROFILE: ['environment']},
    },
    {
      name: 'a credential of the context shadows every credential of that cloud in the environment',
      context: {AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b'},
      env: {AWS_SESSION_TOKEN: 't', AWS_PROFILE: 'dev', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'eu'},
      want: {
        AWS_ACCESS_KEY_ID: ['context', 'AWS_PROFILE', 'AWS_SESSION_TOKEN'],
        AWS_REGION: ['environment'],
        AWS_SECRET_ACCESS_KEY: ['context', 'AWS_SECRET_ACCESS_KEY'],
      },
    },
    {
      name: 'a region of the context leaves the credentials of the environment',
      context: {AWS_REGION: 'us-east-1'},
      env: {AWS_PROFILE: 'dev', AWS_REGION: 'eu'},
      want: {AWS_PROFILE: ['environment'], AWS_REGION: ['context', 'AWS_REGION']},
    },
    {
      name: 'another cloud is not touched',
      context: {ALICLOUD_ACCESS_KEY: 'a', ALICLOUD_SECRET_KEY: 'b'},
      env: {AWS_PROFILE: 'dev', ALIBABA_CLOUD_SECURITY_TOKEN: 't'},
      want: {
        ALICLOUD_ACCESS_KEY: ['context', 'ALIBABA_CLOUD_SECURITY_TOKEN'],
        ALICLOUD_SECRET_KEY: ['context'],
        AWS_PROFILE: ['environment'],
      },
    },
    {
      name: 'ARM_ and AZURE_ are one cloud',
      context: {ARM_CLIENT_ID: 'a'},
      env: {AZURE_CLIENT_SECRET: 's', ARM_SUBSCRIPTION_ID: 'x'},
      want: {ARM_CLIENT_ID: ['context', 'AZURE_CLIENT_SECRET'], ARM_SUBSCRIPTION_ID: ['environment']},
    },
    {
      name: 'an unknown provider is taken key by key',
      context: {ACME_TOKEN: 'a'},
      env: {ACME_TOKEN: 'b', ACME_KEY: 'c'},
      want: {ACME_TOKEN: ['context', 'ACME_TOKEN']},
    },
    {name: 'an empty variable is not set', context: {}, env: {AWS_PROFILE: ''}, want: {}},
    {
      name: 'keys of the cluster and of modules are not provider keys',
      context: {KUBECONFIG_PATH: '/k', kube_context: 'c', team: 'x'},
      env: {},
      want: {},
    },
  ])('$name', ({context, env, want}) =>
    expect(sources(context as unknown as JsonObject, env as unknown as Record<string, string>)).toEqual(want),
  );

  it('ranks the context of a spec file below the workspace and above the environment', () => {
    expect(
      sources({AWS_REGION: 'a'}, {AWS_REGION: 'c', AWS_PROFILE: 'd'}, {AWS_REGION: 'b', AWS_ACCESS_KEY_ID: 'x'}),
    ).toEqual({
      AWS_ACCESS_KEY_ID: ['spec', 'AWS_PROFILE'],
      AWS_REGION: ['context', 'AWS_REGION', 'AWS_REGION'],
    });
  });
});
