import {describe, expect, it} from 'vitest';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {workspaceContext} from '../../../../src/core/workspace/context-map.ts';
import {decideKeys} from '../../../../src/core/workspace/decide-keys.ts';
import {makeEnvironment} from '../../../../src/core/workspace/make-environment.ts';

const origin: Origin = {file: 'w.yaml', position: () => ({file: 'w.yaml', line: 1, column: 1, endColumn: 2, text: ''})};

type Values = Readonly<Record<string, string>>;

function environment(said: Values, env: Values = {}) {
  const decided = decideKeys({contexts: [workspaceContext(said, origin)], env});
  const values = new Map(Object.entries(said).map(([name, value]) => [name, new Secret(value)]));
  const {set, unset, files} = makeEnvironment({decided, values});
  return {
    set: Object.fromEntries([...set].map(([name, value]) => [name, value.reveal()])),
    unset,
    files: Object.fromEntries(files.map(({variable, content}) => [variable, content.reveal()])),
    names: files.map(({name}) => name),
  };
}

const KEY = '{"type": "service_account"}';

describe('the environment of programs', () => {
  it.each([
    {
      name: 'has the region of AWS under both names',
      said: {AWS_REGION: 'eu'},
      set: {AWS_REGION: 'eu', AWS_DEFAULT_REGION: 'eu'},
    },
    {
      name: 'leaves two names of one value as they are said',
      said: {AWS_REGION: 'eu', AWS_DEFAULT_REGION: 'us'},
      set: {AWS_REGION: 'eu', AWS_DEFAULT_REGION: 'us'},
    },
    {
      name: 'has the keys of Alibaba Cloud for Terraform, and for its libraries and tools',
      said: {ALICLOUD_ACCESS_KEY: 'a', ALICLOUD_SECRET_KEY: 'b', ALICLOUD_REGION: 'c'},
      set: {
        ALICLOUD_ACCESS_KEY: 'a',
        ALICLOUD_ACCESS_KEY_ID: 'a',
        ALIBABA_CLOUD_ACCESS_KEY_ID: 'a',
        ALICLOUD_SECRET_KEY: 'b',
        ALICLOUD_ACCESS_KEY_SECRET: 'b',
        ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'b',
        ALICLOUD_REGION: 'c',
        ALICLOUD_REGION_ID: 'c',
        ALIBABA_CLOUD_REGION_ID: 'c',
      },
    },
    {
      name: 'has the identity of Azure for Terraform and for its libraries',
      said: {ARM_CLIENT_ID: 'a', AZURE_CLIENT_SECRET: 'b', ARM_TENANT_ID: 'c'},
      set: {
        ARM_CLIENT_ID: 'a',
        AZURE_CLIENT_ID: 'a',
        AZURE_CLIENT_SECRET: 'b',
        ARM_CLIENT_SECRET: 'b',
        ARM_TENANT_ID: 'c',
        AZURE_TENANT_ID: 'c',
      },
    },
    {
      name: 'has of Azure where one works, a certificate and a token file for both, too',
      said: {
        ARM_SUBSCRIPTION_ID: 's',
        ARM_CLIENT_CERTIFICATE_PATH: '/c.pfx',
        ARM_CLIENT_CERTIFICATE_PASSWORD: 'p',
        ARM_OIDC_TOKEN_FILE_PATH: '/t',
      },
      set: {
        ARM_SUBSCRIPTION_ID: 's',
        AZURE_SUBSCRIPTION_ID: 's',
        ARM_CLIENT_CERTIFICATE_PATH: '/c.pfx',
        AZURE_CLIENT_CERTIFICATE_PATH: '/c.pfx',
        ARM_CLIENT_CERTIFICATE_PASSWORD: 'p',
        AZURE_CLIENT_CERTIFICATE_PASSWORD: 'p',
        ARM_OIDC_TOKEN_FILE_PATH: '/t',
        AZURE_FEDERATED_TOKEN_FILE: '/t',
      },
    },
    {
      name: 'has the session and the profile of Alibaba Cloud under their names',
      said: {ALICLOUD_SECURITY_TOKEN: 't', ALICLOUD_PROFILE: 'p'},
      set: {
        ALICLOUD_SECURITY_TOKEN: 't',
        ALIBABA_CLOUD_SECURITY_TOKEN: 't',
        ALICLOUD_PROFILE: 'p',
        ALIBABA_CLOUD_PROFILE: 'p',
      },
    },
    {
      name: 'has of Google where one works and as whom for gcloud, too',
      said: {
        GOOGLE_PROJECT: 'p',
        GOOGLE_REGION: 'r',
        GOOGLE_ZONE: 'z',
        GOOGLE_IMPERSONATE_SERVICE_ACCOUNT: 'a',
      },
      set: {
        GOOGLE_PROJECT: 'p',
        GOOGLE_CLOUD_PROJECT: 'p',
        CLOUDSDK_CORE_PROJECT: 'p',
        GOOGLE_REGION: 'r',
        CLOUDSDK_COMPUTE_REGION: 'r',
        GOOGLE_ZONE: 'z',
        CLOUDSDK_COMPUTE_ZONE: 'z',
        GOOGLE_IMPERSONATE_SERVICE_ACCOUNT: 'a',
        CLOUDSDK_AUTH_IMPERSONATE_SERVICE_ACCOUNT: 'a',
      },
    },
    {name: 'has what no cloud knows as it is', said: {ACME_TOKEN: 't'}, set: {ACME_TOKEN: 't'}},
  ])('$name', ({said, set}) => {
    expect(environment(said as unknown as Values)).toMatchObject({set, unset: [], files: {}});
    expect(Object.keys(environment(said as unknown as Values).set).toSorted()).toEqual(Object.keys(set).toSorted());
  });

  it.each([
    {
      name: 'is without the credentials of another identity',
      said: {AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b'},
      env: {AWS_PROFILE: 'dev', AWS_SESSION_TOKEN: 't', AWS_SECRET_ACCESS_KEY: 'x', AWS_REGION: 'eu', PATH: '/bin'},
      unset: ['AWS_PROFILE', 'AWS_SESSION_TOKEN'],
    },
    {
      name: 'keeps them where the workspace says only where to work',
      said: {AWS_REGION: 'eu'},
      env: {AWS_PROFILE: 'dev'},
      unset: [],
    },
    {
      name: 'is without them under their other names',
      said: {ARM_CLIENT_ID: 'a'},
      env: {AZURE_CLIENT_SECRET: 's', AZURE_CLIENT_ID: 'x', ARM_SUBSCRIPTION_ID: 'n', AZURE_CONFIG_DIR: '/az'},
      unset: ['AZURE_CLIENT_SECRET', 'AZURE_CONFIG_DIR'],
    },
    {
      name: 'keeps those of other clouds',
      said: {ARM_CLIENT_ID: 'a'},
      env: {AWS_PROFILE: 'dev', VAULT_TOKEN: 't'},
      unset: [],
    },
  ])('$name', ({said, env, unset}) => {
    expect(environment(said as unknown as Values, env as unknown as Values).unset).toEqual(unset);
  });
});

describe('the key of Google', () => {
  const files = {
    GOOGLE_APPLICATION_CREDENTIALS: KEY,
    GOOGLE_CLOUD_CREDENTIALS_PATH: KEY,
    CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: KEY,
  };
  const content = {GOOGLE_CREDENTIALS: KEY, GOOGLE_CLOUD_CREDENTIALS: KEY};
  const paths = {
    GOOGLE_APPLICATION_CREDENTIALS: '/k.json',
    GOOGLE_CLOUD_CREDENTIALS_PATH: '/k.json',
    CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: '/k.json',
  };
  it.each([
    {
      name: 'as content is content for Terraform, and a file for the others',
      said: {GOOGLE_CREDENTIALS: KEY},
      want: {set: content, files},
    },
    {name: "in Kusion's spelling is the same", said: {GOOGLE_CLOUD_CREDENTIALS: KEY}, want: {set: content, files}},
    {
      name: 'as a path stays a path',
      said: {GOOGLE_CREDENTIALS: '/k.json'},
      want: {set: {GOOGLE_CREDENTIALS: '/k.json', GOOGLE_CLOUD_CREDENTIALS: '/k.json', ...paths}, files: {}},
    },
    {
      name: 'as the path of a file is the same for all',
      said: {GOOGLE_CLOUD_CREDENTIALS_PATH: '/k.json'},
      want: {set: paths, files: {}},
    },
    {
      name: 'as content where a path is expected becomes a file',
      said: {GOOGLE_APPLICATION_CREDENTIALS: KEY},
      want: {set: {}, files},
    },
    {
      name: 'said in both ways is taken as it is said',
      said: {GOOGLE_CREDENTIALS: KEY, GOOGLE_APPLICATION_CREDENTIALS: '/k.json'},
      want: {set: {...content, ...paths}, files: {}},
    },
  ])('$name', ({said, want}) => {
    const {set, files: written, names} = environment(said, {GOOGLE_APPLICATION_CREDENTIALS: '/other'});
    expect({set, files: written}).toEqual(want);
    expect(new Set(names).size).toBe(names.length);
  });
});
