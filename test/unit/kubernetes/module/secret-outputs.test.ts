import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {type Given, withSecretOutputs} from '../../../../src/kubernetes/module/secret-outputs.ts';

const OUTPUTS: Given['outputs'] = {
  db: {password: 'secret://web-db/password', host: 'web-db'},
  '1st': {key: 'secret://one/key'},
};
const KEY = {secretKeyRef: {name: 'web-db', key: 'password'}};
const PASSWORD = '${output:db.password}';

const made = (container: JsonObject, variables: Given['variables'] = []) => {
  const object = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {name: 'web'},
    spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: 'web', ...container}]}}}}},
  };
  const {object: changed, patches} = withSecretOutputs(object, {outputs: OUTPUTS, variables});
  const {spec} = changed as typeof object;
  return {container: spec.jobTemplate.spec.template.spec.containers[0], patches};
};

/** The patch that adds a variable to the container. */
const added = (name: string, value = 'secret://web-db/password', accessory = 'db') => ({
  accessory,
  patch: {env: [{name, value, containers: ['web']}]},
});

describe('outputs that are keys of Secrets', () => {
  it.each<{
    readonly what: string;
    readonly container: JsonObject;
    readonly variables?: Given['variables'];
    readonly want: JsonObject;
    readonly patches?: readonly unknown[];
  }>([
    {
      what: 'a variable with only the output',
      container: {env: [{name: 'A', value: PASSWORD}]},
      want: {env: [{name: 'A', valueFrom: KEY}]},
    },
    {
      what: 'a variable with the output in a text',
      container: {env: [{name: 'A', value: `a:${PASSWORD}@b:${PASSWORD}`}]},
      want: {env: [{name: 'A', value: 'a:$(DB_PASSWORD)@b:$(DB_PASSWORD)'}]},
      patches: [added('DB_PASSWORD')],
    },
    {
      what: 'a text after a variable with only the output',
      container: {
        env: [
          {name: 'A', value: PASSWORD},
          {name: 'B', value: `b${PASSWORD}`},
        ],
      },
      want: {
        env: [
          {name: 'A', valueFrom: KEY},
          {name: 'B', value: 'b$(A)'},
        ],
      },
    },
    {
      what: 'a text before a variable with only the output, which Kubernetes does not know yet',
      container: {
        env: [
          {name: 'B', value: `b${PASSWORD}`},
          {name: 'DB_PASSWORD', value: PASSWORD},
        ],
      },
      want: {
        env: [
          {name: 'B', value: 'b$(DB_PASSWORD_2)'},
          {name: 'DB_PASSWORD', valueFrom: KEY},
        ],
      },
      patches: [added('DB_PASSWORD_2')],
    },
    {
      what: 'a text with a variable that the module adds',
      container: {env: [{name: 'B', value: `b${PASSWORD}`}]},
      variables: [{name: 'SECRET', value: 'secret://web-db/password'}],
      want: {env: [{name: 'B', value: 'b$(SECRET)'}]},
    },
    {
      what: 'a text in a container that has another variable of the same name',
      container: {
        env: [
          {name: 'SECRET', value: 'own'},
          {name: 'B', value: `b${PASSWORD}`},
        ],
      },
      variables: [{name: 'SECRET', value: 'secret://web-db/password'}],
      want: {
        env: [
          {name: 'SECRET', value: 'own'},
          {name: 'B', value: 'b$(DB_PASSWORD)'},
        ],
      },
      patches: [added('DB_PASSWORD')],
    },
    {
      what: 'arguments',
      container: {command: ['run', PASSWORD], args: [`--key=\${output:1st.key}`]},
      want: {command: ['run', '$(DB_PASSWORD)'], args: ['--key=$(_1ST_KEY)']},
      patches: [added('DB_PASSWORD'), added('_1ST_KEY', 'secret://one/key', '1st')],
    },
    {
      what: 'literal text, other outputs and unknown outputs',
      container: {
        env: [{name: 'A', value: `$${PASSWORD} \${output:db.host} \${output:other.password} \${output:db.passwor}`}],
      },
      want: {
        env: [{name: 'A', value: `$${PASSWORD} \${output:db.host} \${output:other.password} \${output:db.passwor}`}],
      },
    },
  ])('$what becomes a reference of Kubernetes', ({container, variables, want, patches = []}) => {
    const result = made(container, variables);
    expect(result.container).toEqual({name: 'web', ...want});
    expect(result.patches).toEqual(patches);
  });

  it('an object without pods does not change', () => {
    const object = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {a: PASSWORD}};
    expect(withSecretOutputs(object, {outputs: OUTPUTS, variables: []}).object).toBe(object);
  });
});
